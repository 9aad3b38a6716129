# The Debian packages: what is installed where, and how CPack makes them
# (cmake --build --preset release --target package). Each is a component: `server` is the service,
# `client` the command for terminals, which is installed without the service (client.cmake).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME server)

set(program_folder lib/artifact-share)
set(data_folder share/artifact-share)
set(document_folder share/doc/artifact-share)
set(unit_folder /lib/systemd/system)
set(made ${CMAKE_BINARY_DIR}/package)
file(MAKE_DIRECTORY ${made})

# Packages for two releases of Debian are never the same, and that for the newer one is the newer.
file(STRINGS /etc/os-release PACKAGE_VERSION REGEX "^VERSION_ID=")
string(REGEX REPLACE "[^0-9]" "" PACKAGE_VERSION "${PACKAGE_VERSION}")
set(PACKAGE_VERSION ${PROJECT_VERSION}+deb${PACKAGE_VERSION})

install(TARGETS artifact-admin DESTINATION bin)
install(TARGETS artifact-worker DESTINATION ${program_folder})
file(GLOB package_programs CONFIGURE_DEPENDS package/programs/*)
install(PROGRAMS pdf/make_pdf.py pdf/draw_card.py ${package_programs} DESTINATION ${program_folder})
file(GLOB pdf_files CONFIGURE_DEPENDS pdf/*.py pdf/*.css)
list(FILTER pdf_files EXCLUDE REGEX "/(make_pdf|draw_card)\\.py$")
install(FILES ${pdf_files} DESTINATION ${program_folder})
install(DIRECTORY ${CMAKE_BINARY_DIR}/assets ${CMAKE_BINARY_DIR}/error_pages db/migrations
  DESTINATION ${data_folder})
install(FILES nginx/artifact-share.conf.in nginx/plain_http.conf.in nginx/fastcgi_params.conf
  DESTINATION ${data_folder}/nginx)
install(PROGRAMS nginx/fill nginx/settings DESTINATION ${data_folder}/nginx)
install(FILES package/artifact-share.conf package/redis.conf docs/openapi.yaml
  DESTINATION ${data_folder})
install(FILES docs/monitoring/alerts.yaml docs/monitoring/dashboard.json
  DESTINATION ${data_folder}/monitoring)
install(FILES package/sysusers.conf DESTINATION lib/sysusers.d RENAME artifact-share.conf)
install(FILES package/tmpfiles.conf DESTINATION lib/tmpfiles.d RENAME artifact-share.conf)
install(FILES package/default DESTINATION /etc/default RENAME artifact-share)
install(FILES package/completion.bash DESTINATION share/bash-completion/completions
  RENAME artifact-admin)
install(FILES package/artifact-share.conf DESTINATION ${document_folder}/examples)
install(FILES package/copyright DESTINATION ${document_folder})
install(DIRECTORY DESTINATION /etc/artifact-share/nginx.d/metrics)

# Both services have the same sandbox.
file(READ systemd/sandbox.conf SANDBOX)
foreach(unit worker@ maintenance)
  configure_file(systemd/artifact-share-${unit}.service.in
    ${made}/artifact-share-${unit}.service @ONLY)
  install(FILES ${made}/artifact-share-${unit}.service DESTINATION ${unit_folder})
endforeach()
install(FILES systemd/artifact-share.service systemd/artifact-share.target
  systemd/artifact-share-worker@.socket systemd/artifact-share-worker-pages@.socket
  systemd/artifact-share-worker-retry@.timer systemd/artifact-share-maintenance.timer systemd/artifact-share-backup.service
  systemd/artifact-share-backup.timer DESTINATION ${unit_folder})
install(FILES systemd/trial.conf DESTINATION ${unit_folder}/artifact-share-worker@trial.service.d)

# compressed(SOURCE NAME) makes NAME.gz of a file, the same bytes each time.
set(compressed_files "")
function(compressed source name)
  add_custom_command(OUTPUT ${made}/${name}.gz
    COMMAND gzip -9n < ${source} > ${made}/${name}.gz
    DEPENDS ${source} VERBATIM)
  set(compressed_files ${compressed_files} ${made}/${name}.gz PARENT_SCOPE)
endfunction()

function(man_page component document name section summary)
  add_custom_command(OUTPUT ${made}/${name}.${section}
    COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/package/build_man_page.mjs
      ${CMAKE_SOURCE_DIR}/docs/${document} ${name} ${section} ${PROJECT_VERSION} ${summary}
      > ${made}/${name}.${section}
    DEPENDS docs/${document} package/build_man_page.mjs VERBATIM)
  install(FILES ${made}/${name}.${section}.gz DESTINATION share/man/man${section}
    COMPONENT ${component})
endfunction()

man_page(server artifact-admin.md artifact-admin 1 "sets up, checks and administers Artifact Share")
man_page(server configuration.md artifact-share.conf 5 "configuration of Artifact Share")
set(changelog_package artifact-share)
set(changelog_entry "See NEWS.md.gz, which is written for those who run the service.")
configure_file(package/changelog.in ${made}/changelog @ONLY)
compressed(${made}/artifact-admin.1 artifact-admin.1)
compressed(${made}/artifact-share.conf.5 artifact-share.conf.5)
compressed(${made}/changelog changelog)
compressed(${CMAKE_SOURCE_DIR}/CHANGELOG.md NEWS.md)
set(guides install.md maintain.md monitor.md troubleshoot.md multiple-hosts.md automatic-upgrades.md
  artifact-admin.md configuration.md)
foreach(guide ${guides})
  add_custom_command(OUTPUT ${made}/${guide}
    COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/package/build_guide.mjs ${CMAKE_SOURCE_DIR}/docs/${guide}
      ${guides} > ${made}/${guide}
    DEPENDS docs/${guide} package/build_guide.mjs VERBATIM)
  compressed(${made}/${guide} ${guide})
endforeach()
include(package/client.cmake)

# The same sources give the same bytes, wherever and whenever they are built.
file(STRINGS package/changelog.in PACKAGE_TIME REGEX "^ -- ")
string(REGEX REPLACE "^.*>  " "" PACKAGE_TIME "${PACKAGE_TIME}")
execute_process(COMMAND date --date=${PACKAGE_TIME} +%s
  OUTPUT_VARIABLE PACKAGE_TIME OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
configure_file(package/packaging_time.cmake.in ${made}/packaging_time.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${made}/packaging_time.cmake)

# bill_of_materials(PACKAGE COMPONENT FILE TARGETS <programs…> ARGUMENTS <more of build_sbom.mjs…>)
function(bill_of_materials package component file)
  cmake_parse_arguments(BILL "" "" "TARGETS;ARGUMENTS" ${ARGN})
  list(TRANSFORM BILL_TARGETS REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE programs)
  add_custom_command(OUTPUT ${made}/${file}
    COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/package/build_sbom.mjs ${package} ${PACKAGE_VERSION}
      ${PACKAGE_TIME} ${programs} ${BILL_ARGUMENTS} > ${made}/${file}
    DEPENDS ${BILL_TARGETS} pages/package-lock.json package/build_sbom.mjs VERBATIM)
  # The package is never built with sanitizers, whose libraries it would have to name.
  if(NOT ARTIFACT_SHARE_SANITIZE)
    set(compressed_files ${compressed_files} ${made}/${file} PARENT_SCOPE)
  endif()
  install(FILES ${made}/${file} DESTINATION share/${package} RENAME sbom.cdx.json
    COMPONENT ${component})
endfunction()
bill_of_materials(artifact-share server sbom.cdx.json TARGETS artifact-worker artifact-admin
  ARGUMENTS --lock-file ${CMAKE_SOURCE_DIR}/pages/package-lock.json)
bill_of_materials(artifact-share-client client client_sbom.cdx.json TARGETS artifact)

add_custom_target(package-documents ALL DEPENDS ${compressed_files})
list(TRANSFORM guides REPLACE "(.+)" "${made}/\\1.gz" OUTPUT_VARIABLE compressed_guides)
install(FILES ${made}/changelog.gz ${made}/NEWS.md.gz ${compressed_guides}
  DESTINATION ${document_folder})

set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL server client)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGE_NAME artifact-share)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Artifact Share authors <maintainers@artifact-share.example>")
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME artifact-share)
set(CPACK_DEBIAN_SERVER_DESCRIPTION
"turns Markdown, charts, tables, PDFs and code into share links
An HTTP service: a program makes one call with Markdown, a chart, a table, a
PDF or code, and gets a link to a page that shows it. Links are signed, expire
by themselves, and may have a password.
.
It runs as FastCGI workers behind nginx, with PostgreSQL and Redis.
The command artifact-admin setup sets it up on this host.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION ${PACKAGE_VERSION})
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# fontTools, which WeasyPrint uses, asks for scipy or munkres, and for ufoLib2 or defcon. The first of
# each bring a compiler and 600 MB along, so the others are named, before apt comes to choose.
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS
  "python3-munkres, python3-defcon, systemd, nginx, openssl, python3, weasyprint, python3-pygments, python3-pylatexenc, python3-gi-cairo, gir1.2-pango-1.0, gir1.2-poppler-0.18, gir1.2-rsvg-2.0, python3-pil, libavif-gdk-pixbuf, fonts-noto-core, fonts-noto-color-emoji, fonts-wqy-microhei")
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS "postgresql, redis-server")
set(CPACK_DEBIAN_SERVER_PACKAGE_SUGGESTS "certbot, artifact-share-client")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
  ${CMAKE_SOURCE_DIR}/package/postinst ${CMAKE_SOURCE_DIR}/package/prerm
  ${CMAKE_SOURCE_DIR}/package/postrm ${CMAKE_SOURCE_DIR}/package/conffiles)
include(CPack)
