"""Reads an application as a straightforward program with pyatspi does: every object that shows, one after the other.

python3 pyatspi_reader.py APPLICATION     for each line of input one read: prints nodes COUNT characters COUNT ms TIME
"""

import sys
import time

import pyatspi

SEARCHED_CHARS = 1000


def find_application(name):
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == name:
            return application
    sys.exit("no application of this name")


def read(accessible, depth, lines):
    states = accessible.getState()
    if depth > 0 and not states.contains(pyatspi.STATE_SHOWING):
        return
    names = [pyatspi.stateToString(state) for state in states.getStates()]
    line = " " * depth + accessible.getRoleName() + ' "' + accessible.name + '" {' + ", ".join(names) + "}"
    if "Text" in accessible.get_interfaces():
        line += ' text="' + accessible.queryText().getText(0, SEARCHED_CHARS) + '"'
    lines.append(line)
    for index in range(accessible.childCount):
        child = accessible.getChildAtIndex(index)
        if child is not None:
            read(child, depth + 1, lines)


application = find_application(sys.argv[1])
for _ in sys.stdin:
    start = time.perf_counter()
    lines = []
    read(application, 0, lines)
    elapsed_ms = (time.perf_counter() - start) * 1000
    print(f"nodes {len(lines)} characters {len(chr(10).join(lines))} ms {elapsed_ms:.3f}", flush=True)
