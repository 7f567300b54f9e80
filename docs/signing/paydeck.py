#!/usr/bin/env python3
"""Calls the payment routing service with nothing but Python's standard library (3.8 or newer).

    export PAYDECK_URL=http://127.0.0.1:4000 PAYDECK_API_KEY=... PAYDECK_API_SALT=...
    python3 paydeck.py initiate_payment ORDER-1 500.00
    python3 paydeck.py transaction_status ORDER-1
    python3 paydeck.py transaction_cancel ORDER-1
    python3 paydeck.py refund_initiate TXN... 120.50 Damaged [IDEMPOTENCY-KEY]
    python3 paydeck.py refund_status RFD...
    python3 paydeck.py ops GET /v1/ops/capabilities
    python3 paydeck.py ops POST /v1/ops/refunds/balance '{"transaction_id":"TXN..."}'

Each prints the answer's body and, in the last line, its HTTP status. Two print a signature and send nothing:

    python3 paydeck.py sign ORDER-1 500.00
    python3 paydeck.py sign_ops TIMESTAMP METHOD PATH BODY
"""

import hashlib
import hmac
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

TIMEOUT_SECONDS = 15
MAX_ANSWER_BYTES = 1024 * 1024


def sign(api_key, parts, salt):
    """Key, hashed values in their order and salt, joined by "|" without escaping (specification 5).

    A value that holds "|" could mean two things, so it is not signed.
    """
    for part in parts:
        if part == "" or "|" in part or "\0" in part:
            raise ValueError('A signed value must not be empty or contain "|" or NUL.')
    return hashlib.sha256("|".join([api_key, *parts, salt]).encode("utf-8")).hexdigest()


def sign_ops(timestamp, method, path, body, salt):
    """The ops extension: HMAC-SHA256 under the salt over timestamp, method, path and the body's SHA-256."""
    body_sha256 = hashlib.sha256(body.encode("utf-8")).hexdigest()
    text = "\n".join([timestamp, method, path, body_sha256])
    return hmac.new(salt.encode("utf-8"), text.encode("utf-8"), hashlib.sha256).hexdigest()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A signed request goes to the service's own address and nowhere else."""

    def redirect_request(self, *_):
        return None


class Paydeck:
    def __init__(self, url, api_key, salt):
        self.url = url.rstrip("/")
        self.api_key = api_key
        self.salt = salt
        self.opener = urllib.request.build_opener(NoRedirect)

    def initiate_payment(self, reference, amount):
        fields = {
            "merchant_transaction_id": reference,
            # A string, so that what is sent is exactly what was hashed.
            "transaction_amount": amount,
            "customer_details": {"customer_email": "customer@example.com"},
        }
        return self.call("/v1/route/initiate_payment", fields, [reference, amount])

    def transaction_status(self, reference):
        return self.call("/v1/route/transaction-status", {"merchant_transaction_id": reference}, [reference])

    def transaction_cancel(self, reference):
        return self.call("/v1/route/transaction-cancel", {"merchant_transaction_id": reference}, [reference])

    def refund_initiate(self, transaction_id, amount, reason, idempotency_key=None):
        # Under one key a refund takes effect once. After no answer, repeat with the same key and the same values.
        key = idempotency_key or str(uuid.uuid4())
        print("Idempotency-Key:", key, file=sys.stderr)
        fields = {"transaction_id": transaction_id, "refund_amount": amount, "refund_reason": reason}
        return self.call(
            "/v1/route/refund-initiate/", fields, [transaction_id, amount], {"Idempotency-Key": key}
        )

    def refund_status(self, refund_id):
        return self.call("/v1/route/refund-status/", {"refund_id": refund_id}, [refund_id])

    def ops(self, method, path, body=""):
        timestamp = str(int(time.time()))
        signature = sign_ops(timestamp, method, path, body, self.salt)
        return self.send(method, path, body, {"X-Ops-Timestamp": timestamp, "X-Ops-Signature": signature})

    def call(self, path, fields, hashed, headers=None):
        signature = {"Hash": sign(self.api_key, hashed, self.salt)}
        return self.send("POST", path, json.dumps(fields, ensure_ascii=False), {**signature, **(headers or {})})

    def send(self, method, path, body, headers):
        request = urllib.request.Request(
            self.url + path,
            data=body.encode("utf-8") if method == "POST" else None,
            method=method,
            headers={"X-API-Key": self.api_key, "Content-Type": "application/json", **headers},
        )
        try:
            with self.opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, answer.read(MAX_ANSWER_BYTES).decode("utf-8")
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read(MAX_ANSWER_BYTES).decode("utf-8", "replace")


COMMANDS = (
    "initiate_payment",
    "transaction_status",
    "transaction_cancel",
    "refund_initiate",
    "refund_status",
    "ops",
)


def main(arguments):
    if not arguments or arguments[0] not in ("sign", "sign_ops", *COMMANDS):
        print(__doc__, file=sys.stderr)
        return 2
    command, values = arguments[0], arguments[1:]
    missing = [name for name in ("PAYDECK_API_KEY", "PAYDECK_API_SALT") if not os.environ.get(name)]
    if command in COMMANDS and not os.environ.get("PAYDECK_URL"):
        missing.append("PAYDECK_URL")
    if missing:
        print(" and ".join(missing), "must be set.", file=sys.stderr)
        return 2
    api_key, salt = os.environ["PAYDECK_API_KEY"], os.environ["PAYDECK_API_SALT"]
    try:
        if command == "sign":
            print(sign(api_key, values, salt))
            return 0
        if command == "sign_ops":
            print(sign_ops(*values, salt))
            return 0
        status, body = getattr(Paydeck(os.environ["PAYDECK_URL"], api_key, salt), command)(*values)
    except (TypeError, ValueError) as fault:
        print(fault, file=sys.stderr)
        return 2
    except (OSError, http.client.HTTPException) as fault:
        print(f"No answer ({fault}): the call may have taken effect.", file=sys.stderr)
        return 1
    print(body)
    print(status)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
