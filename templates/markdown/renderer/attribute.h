// The attributes of links, pictures and code blocks as md4c reports them.
#pragma once

#include <string>

#include <md4c.h>

#include "templates/markdown/extracted/formulas.h"

namespace templates {

// The text of an attribute, with its character references decoded and its formulas as they were.
std::string decoded_attribute(const MD_ATTRIBUTE& attribute, const Formulas& formulas);

}  // namespace templates
