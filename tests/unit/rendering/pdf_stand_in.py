"""Stands in for pdf/make_pdf.py: ends as soon as there is the file that the first line of its document names."""
import os
import sys
import time

document = sys.stdin.read()
gate = document.splitlines()[0]
while not os.path.exists(gate):
    time.sleep(0.005)
print(f"%PDF-{document}")
