# What browsers load: our own files, and libraries that npm installs as the lock file specifies.

find_program(NODE node REQUIRED)
find_program(NPM npm REQUIRED)

set(npm_folder ${CMAKE_BINARY_DIR}/npm)
set(npm_stamp ${npm_folder}/stamp)
add_custom_command(
  OUTPUT ${npm_stamp}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${npm_folder}
  COMMAND ${CMAKE_COMMAND} -E copy
    ${CMAKE_SOURCE_DIR}/pages/package.json ${CMAKE_SOURCE_DIR}/pages/package-lock.json ${npm_folder}
  COMMAND ${NPM} ci --loglevel=error --ignore-scripts --no-audit --no-fund --prefix ${npm_folder}
  COMMAND ${CMAKE_COMMAND} -E touch ${npm_stamp}
  DEPENDS pages/package.json pages/package-lock.json
  COMMENT "Installing browser files")

set(generated_headers ${CMAKE_BINARY_DIR}/generated)
set(asset_paths ${generated_headers}/html/asset_paths.inc)
set(asset_texts ${generated_headers}/html/asset_texts.inc)
file(GLOB own_assets CONFIGURE_DEPENDS
  pages/assets.mjs pages/assets/* templates/*/assets.mjs templates/*/assets/* html/messages/*.json docs/pictures/*.png
  docs/pictures/templates/*.png)
add_custom_command(
  OUTPUT ${asset_paths} ${asset_texts}
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/pages/build_assets.mjs
    ${npm_folder}/node_modules ${CMAKE_BINARY_DIR}/assets ${asset_paths}
  DEPENDS ${npm_stamp} pages/build_assets.mjs ${own_assets}
  COMMENT "Building assets")
target_sources(html PRIVATE ${asset_paths})
target_sources(templates PRIVATE ${asset_texts})
target_include_directories(html PUBLIC ${generated_headers})

# The texts of readers' pages in their languages.
set(messages ${generated_headers}/html/messages.inc)
file(GLOB tables CONFIGURE_DEPENDS html/messages/*.json)
add_custom_command(
  OUTPUT ${messages}
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/pages/build_messages.mjs ${CMAKE_SOURCE_DIR}/html/messages ${messages}
  DEPENDS pages/build_messages.mjs ${tables}
  COMMENT "Building the texts of pages")
target_sources(html PRIVATE ${messages})

# The API specification, which the worker serves at /openapi.json.
set(openapi_text ${generated_headers}/pages/openapi_document.inc)
add_custom_command(
  OUTPUT ${openapi_text}
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/pages/build_openapi.mjs
    ${npm_folder}/node_modules ${CMAKE_SOURCE_DIR}/docs/openapi.yaml ${openapi_text}
  DEPENDS ${npm_stamp} pages/build_openapi.mjs pages/completed_specification.mjs docs/openapi.yaml
  COMMENT "Building the API specification")
target_sources(handlers PRIVATE ${openapi_text})

# The skill for agents, which the worker serves below /.well-known/agent-skills/.
set(skill ${CMAKE_SOURCE_DIR}/docs/skills/artifact-share/SKILL.md)
set(skill_text ${generated_headers}/pages/skill.inc)
add_custom_command(
  OUTPUT ${skill_text}
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/pages/build_skill.mjs
    ${npm_folder}/node_modules ${skill} ${skill_text}
  DEPENDS ${npm_stamp} pages/build_skill.mjs ${skill}
  COMMENT "Building the skill for agents")
target_sources(handlers PRIVATE ${skill_text})

# The pictures of the kinds of artifacts, which the worker serves where it has no other for a link preview.
set(card_pictures ${generated_headers}/pages/card_pictures.inc)
file(GLOB stored_pictures CONFIGURE_DEPENDS templates/*/card.png)
add_custom_command(
  OUTPUT ${card_pictures}
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/pages/build_card_pictures.mjs
    ${card_pictures} ${stored_pictures}
  DEPENDS pages/build_card_pictures.mjs ${stored_pictures}
  COMMENT "Building the pictures of the kinds of artifacts")
target_sources(handlers PRIVATE ${card_pictures})

# The API reference, which the worker serves at /docs.
set(reference_text ${generated_headers}/pages/reference.inc)
add_custom_command(
  OUTPUT ${reference_text}
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/pages/build_reference.mjs
    ${npm_folder}/node_modules ${CMAKE_SOURCE_DIR}/docs/openapi.yaml ${asset_paths} ${reference_text}
  DEPENDS ${npm_stamp} ${asset_paths} pages/build_reference.mjs pages/completed_specification.mjs pages/template_examples.mjs
    docs/openapi.yaml
  COMMENT "Building the API reference")
target_sources(handlers PRIVATE ${reference_text})

# The names of character references and of emoji in Markdown.
set(named_texts ${generated_headers}/templates/markdown/named_texts)
add_custom_command(
  OUTPUT ${named_texts}/entities.inc ${named_texts}/emoji.inc
  COMMAND ${NODE}
    ${CMAKE_SOURCE_DIR}/templates/markdown/named_texts/build_named_texts.mjs ${npm_folder}/node_modules ${named_texts}
  DEPENDS ${npm_stamp} templates/markdown/named_texts/build_named_texts.mjs
  COMMENT "Building the names of characters and emoji")
target_sources(templates PRIVATE ${named_texts}/entities.inc ${named_texts}/emoji.inc)
target_include_directories(templates PRIVATE ${generated_headers})

# The HTML that stands beside C++, as functions.
foreach(module pages handlers)
  file(GLOB_RECURSE html_files RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${module}/*.html)
  foreach(file ${html_files})
    set(functions ${generated_headers}/${file}.h)
    add_custom_command(
      OUTPUT ${functions}
      COMMAND ${NODE} pages/build_html.mjs ${file} ${functions}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      DEPENDS pages/build_html.mjs ${file}
      COMMENT "Building ${file}")
    target_sources(${module} PRIVATE ${functions})
    list(APPEND html_functions ${functions})
  endforeach()
endforeach()

# A target that waits for no other, so that npm works while the first headers are compiled.
add_custom_target(browser-files DEPENDS ${asset_paths} ${messages} ${openapi_text} ${reference_text} ${skill_text}
  ${card_pictures} ${html_functions} ${named_texts}/entities.inc)

# The pages that nginx serves when no worker responds.
add_executable(error-pages pages/error_pages/main.cc)
target_link_libraries(error-pages PRIVATE pages build_flags)
add_custom_command(
  TARGET error-pages POST_BUILD
  COMMAND error-pages ${CMAKE_BINARY_DIR}/error_pages
  COMMENT "Writing error pages")
