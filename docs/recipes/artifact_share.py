"""Publishes tables, documents and charts with Artifact Share.

Copy this file; it needs Python 3.9 or later and nothing else. BASE_URL and API_KEY are
in the environment, or are given to ArtifactShare():

    service = ArtifactShare()
    rows = {"columns": ["Day", "Orders"], "rows": [["2026-01-15", 12]]}
    print(service.put("orders-by-day", "table", rows, title="Orders")["url"])
    service.append("orders-by-day", rows=[["2026-01-16", 9]], key="Day", keep_last=365)

What fails for a moment is tried again, and takes effect once. What fails for good
raises ArtifactShareError.
"""

import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid


class ArtifactShareError(Exception):
    """A call that failed. Decide by `status` first (0: there was no response), and by
    `code` second; `field` is what the service found wrong in the body."""

    def __init__(self, call, status, answer):
        error = error_in(answer)
        self.status = status
        self.code = error.get("code", "")
        self.field = error.get("field", "")
        problem = [self.code, self.field, error.get("message", answer)]
        words = " ".join(filter(None, problem))
        super().__init__(f"{call}: {status or 'no response'} {words}")


def error_in(answer):
    """The API's error object; empty for what is not from the API, as a proxy's page."""
    try:
        error = json.loads(answer)["error"]
        return error if isinstance(error, dict) else {}
    except (ValueError, LookupError, TypeError):
        return {}


def send(request):
    """The status, Retry-After and text of the response. Status 0: none, or a part."""
    try:
        try:
            response = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            after = response.headers.get("Retry-After", "")
            return response.status, after, response.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return 0, "", str(error)


class ArtifactShare:
    def __init__(self, url=None, key=None, attempts=5):
        self.url = url or os.environ["BASE_URL"]
        self.key = key or os.environ["API_KEY"]
        self.attempts = attempts

    def put(self, external_id, template, content, share=None, **fields):
        """Creates the artifact with your own ID, or replaces its content; its link stays.

        `share` has the options of the link, such as {"expiresIn": "30d"}, and `fields`
        are title, description, metadata, note and baseVersion. Returns the artifact; its
        link is in ["share"]["url"].
        """
        fields.update(template=template, content=content, share=share or {})
        return self.call("PUT", path_of(external_id), fields)

    def append(self, external_id, keep_last=None, note=None, **what):
        """Adds `text`, `rows`, or `labels` with `datasets` to the end of the content, and
        drops all but the last `keep_last` rows or points. With `key`, the name of a column
        or "label", what is there with the same text is replaced. Returns the artifact.
        """
        if keep_last is not None:
            what["keepLast"] = keep_last
        body = {"append": what}
        if note is not None:
            body["note"] = note
        return self.call("PATCH", path_of(external_id), body)

    def call(self, method, path, body=None, content_type="application/json"):
        """Any other call. The body is bytes, or becomes JSON. Returns the JSON of the
        response, or None if it has no body."""
        headers = {"Authorization": f"Bearer {self.key}"}
        if method in ("POST", "PUT", "PATCH"):
            # The service does it once, however often it is sent.
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if body is not None:
            headers["Content-Type"] = content_type
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        for attempt in range(self.attempts):
            request = urllib.request.Request(
                self.url + path, body, headers, method=method
            )
            status, after, answer = send(request)
            if 200 <= status < 300:
                return json.loads(answer) if answer else None
            may_pass = status in (0, 429, 502, 503, 504) or (status == 409 and after)
            seconds = int(after) if after.isdecimal() else 2**attempt
            if not may_pass or seconds > 300 or attempt + 1 == self.attempts:
                break
            time.sleep(seconds + random.random())
        raise ArtifactShareError(f"{method} {path}", status, answer)


def path_of(external_id):
    return "/artifacts/ext:" + urllib.parse.quote(external_id, safe="")
