# The Debian package of the command for terminals, artifact-share-client: the program, its manual
# and its completions. It needs nothing of the service's package, and may be on other machines.

set(client_document_folder share/doc/artifact-share-client)
install(TARGETS artifact DESTINATION bin COMPONENT client)
install(FILES package/client_copyright DESTINATION ${client_document_folder} RENAME copyright
  COMPONENT client)

man_page(client client.md artifact 1 "shares files as links that anyone can open")
compressed(${made}/artifact.1 artifact.1)
set(changelog_package artifact-share-client)
set(changelog_entry "See the release notes of the service, whose version it has.")
configure_file(package/changelog.in ${made}/client_changelog @ONLY)
compressed(${made}/client_changelog client_changelog)
install(FILES ${made}/client_changelog.gz DESTINATION ${client_document_folder}
  RENAME changelog.gz COMPONENT client)

# The program knows its commands and options best.
function(shell_completion shell folder name)
  set(script ${made}/completion.${shell})
  add_custom_command(OUTPUT ${script}
    COMMAND artifact completion ${shell} > ${script} DEPENDS artifact VERBATIM)
  install(FILES ${script} DESTINATION share/${folder} RENAME ${name} COMPONENT client)
  set(completion_scripts ${completion_scripts} ${script} PARENT_SCOPE)
endfunction()
shell_completion(bash bash-completion/completions artifact)
shell_completion(zsh zsh/vendor-completions _artifact)
shell_completion(fish fish/vendor_completions.d artifact.fish)
add_custom_target(client-completions ALL DEPENDS ${completion_scripts})

set(CPACK_DEBIAN_CLIENT_PACKAGE_NAME artifact-share-client)
set(CPACK_DEBIAN_CLIENT_PACKAGE_SECTION net)
set(CPACK_DEBIAN_CLIENT_PACKAGE_RECOMMENDS "ca-certificates")
set(CPACK_DEBIAN_CLIENT_PACKAGE_SUGGESTS "wl-clipboard | xclip, xdg-utils")
set(CPACK_DEBIAN_CLIENT_DESCRIPTION
"shares files from a terminal as links that anyone can open
The command artifact sends Markdown, charts, tables, PDFs, HTML and code to an
Artifact Share service, and prints the link of the page that shows it.
.
It updates what a link shows, follows a file while it is edited, lists and
revokes links, and is made for scripts too: one line of output, retries that
do nothing twice, and documented exit statuses.")
