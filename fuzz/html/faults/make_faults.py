#!/usr/bin/env python3
"""Seeds one-rule faults into Gumbo's tree builder, each behind a run-time switch.

make_faults.py PARSER_C OUT_C OUT_LIST
make_faults.py --order OUT_LIST     the ids in the order of the shuffle (by SHA-256) from which faults.list was chosen

Reads Gumbo's parser.c and writes it with every fault that the three rules below can make. The array `hp_html_faults`
says which are on, by the number in OUT_LIST, which has a line `number<TAB>id` for each. An id names the function, the
rule, and the place within the function, so that it means the same fault in every build:

  drop     one tag of a tag set's literal is missing
  delete   one statement of a rule isn't done
  shift    a limit is off by one
"""

import hashlib
import re
import sys

# Statements that a rule of the standard asks for. Those whose loss would keep a token coming back for ever (a
# pop, a change of mode before "reprocess the token") are left alone: a hang is no rule fault.
STATEMENTS = re.compile(
    r"^(?P<indent>\s+)(?P<call>(?:clear_active_formatting_elements|set_frameset_not_ok|maybe_implicitly_close_p_tag|"
    r"maybe_implicitly_close_list_tag|reconstruct_active_formatting_elements|generate_implied_end_tags|"
    r"generate_all_implied_end_tags_thoroughly|clear_stack_to_table_context|clear_stack_to_table_row_context|"
    r"clear_stack_to_table_body_context|add_formatting_element|merge_attributes|adjust_foreign_attributes|"
    r"adjust_svg_attributes|adjust_mathml_attributes|acknowledge_self_closing_tag|set_foster_parent_insertion|"
    r"close_current_select|pop_template_insertion_mode|find_and_remove)\([^;]*\));\s*$")
ASSIGNMENTS = re.compile(
    r"^(?P<indent>\s+)(?P<call>(?:parser->_parser_state|state)->"
    r"(?:_foster_parent_insertions|_frameset_ok|_form_element|_head_element|_ignore_next_linefeed|"
    r"_closed_body_tag|_closed_html_tag) = [^;=]+);\s*$")
LIMITS = [("i < 8", "i < (hp_html_faults[%d] ? 7 : 8)"), ("j > 3", "j > (hp_html_faults[%d] ? 2 : 3)"),
          ("num_identical_elements >= 3", "num_identical_elements >= (hp_html_faults[%d] ? 4 : 3)")]
TAG = re.compile(r"\b(TAG|TAG_SVG|TAG_MATHML)\((\w+)\)")
FUNCTION = re.compile(r"^(?:static |inline |extern )*[A-Za-z_][\w ]*[ *]+(\w+)\([^;]*$")


class Faults:
    def __init__(self):
        self.ids, self.seen, self.function = [], {}, "?"

    def add(self, rule, what):
        name = "%s/%s/%s" % (self.function, rule, what)
        self.seen[name] = self.seen.get(name, 0) + 1
        self.ids.append(name if self.seen[name] == 1 else "%s#%d" % (name, self.seen[name]))
        return len(self.ids)


def seed(lines):
    faults, out, depth, in_set = Faults(), [], 0, False
    for line in lines:
        found = FUNCTION.match(line)
        if found and depth == 0:
            faults.function = found.group(1)
        code = line.rstrip("\n")
        if depth > 0:
            statement = STATEMENTS.match(code) or ASSIGNMENTS.match(code)
            if statement:
                call = statement.group("call")
                number = faults.add("delete", re.sub(r"\W+", "_", call).strip("_"))
                code = "%sif (!hp_html_faults[%d]) { %s; }" % (statement.group("indent"), number, call)
                if out and re.search(r"(\belse|\))\s*$", out[-1].rstrip()) and not out[-1].rstrip().endswith(";"):
                    code = "%s{ %s }" % (statement.group("indent"), code.strip())
            for limit, shifted in LIMITS:
                if limit in code:
                    code = code.replace(limit, shifted % faults.add("shift", re.sub(r"\W+", "_", limit)), 1)
            in_set = in_set or "(gumbo_tagset)" in code
            if in_set and not code.lstrip().startswith("#"):
                code = TAG.sub(lambda tag: "HP_%s(%d, %s)" % (tag.group(1), faults.add("drop", tag.group(2)),
                                                              tag.group(2)), code)
                in_set = not re.search(r"\}", code)
        depth += line.count("{") - line.count("}")
        out.append(code + "\n")
    return out, faults.ids


SWITCH = """
/* Which seeded faults are on, by number. */
char hp_html_faults[4096];
#define HP_TAG(n, tag) [GUMBO_TAG_##tag] = (char) (hp_html_faults[n] ? 0 : 1 << GUMBO_NAMESPACE_HTML)
#define HP_TAG_SVG(n, tag) [GUMBO_TAG_##tag] = (char) (hp_html_faults[n] ? 0 : 1 << GUMBO_NAMESPACE_SVG)
#define HP_TAG_MATHML(n, tag) [GUMBO_TAG_##tag] = (char) (hp_html_faults[n] ? 0 : 1 << GUMBO_NAMESPACE_MATHML)
"""


def order(listing):
    with open(listing, encoding="utf-8") as file:
        ids = [line.rstrip("\n").split("\t")[1] for line in file]
    return sorted(ids, key=lambda name: hashlib.sha256(("1 " + name).encode()).digest())


def main():
    if sys.argv[1] == "--order":
        print("\n".join(order(sys.argv[2])))
        return
    source, target, listing = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        lines, ids = seed(file.readlines())
    text = "".join(lines)
    anchor = "#define TAGSET_INCLUDES"
    assert anchor in text, "this is not Gumbo 0.10.1's parser.c"
    with open(target, "w", encoding="utf-8") as file:
        file.write(text.replace(anchor, SWITCH + "\n" + anchor, 1))
    with open(listing, "w", encoding="utf-8") as file:
        file.writelines("%d\t%s\n" % (number, name) for number, name in enumerate(ids, 1))


main()
