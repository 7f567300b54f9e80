#!/bin/sh
# Calls the payment routing service with nothing but POSIX sh, curl and openssl.
#
#   export PAYDECK_URL=http://127.0.0.1:4000 PAYDECK_API_KEY=... PAYDECK_API_SALT=...
#   sh paydeck.sh initiate_payment ORDER-1 500.00
#   sh paydeck.sh transaction_status ORDER-1
#   sh paydeck.sh transaction_cancel ORDER-1
#   sh paydeck.sh refund_initiate TXN... 120.50 'Damaged' [IDEMPOTENCY-KEY]
#   sh paydeck.sh refund_status RFD...
#   sh paydeck.sh ops GET /v1/ops/capabilities
#   sh paydeck.sh ops POST /v1/ops/refunds/balance '{"transaction_id":"TXN..."}'
#
# Each prints the answer's body and, in the last line, its HTTP status. Two print a signature and send nothing:
#   sh paydeck.sh sign ORDER-1 500.00
#   sh paydeck.sh sign_ops TIMESTAMP METHOD PATH BODY
#
# openssl takes the salt on its command line, where other users of the machine can see it for a moment: only ops calls
# need that. Prefer paydeck.py, or the client of docs/client.md, on a machine that you share.
set -eu

fail() {
  printf '%s\n' "$*" >&2
  exit 2
}

for tool in curl openssl; do
  command -v "$tool" >/dev/null || fail "This needs $tool, which is not there."
done

# SHA-256 of standard input, as lowercase hexadecimal.
sha256() {
  openssl dgst -sha256 -r | cut -d' ' -f1
}

# Key, hashed values in their order and salt, joined by "|" without escaping (specification 5). A value that holds "|" could
# mean two things, so it is not signed. printf is a part of the shell: the salt is on no command line.
sign() {
  joined=$PAYDECK_API_KEY
  for part in "$@"; do
    case $part in
      '') fail 'A signed value must not be empty.' ;;
      *'|'*) fail 'A signed value must not contain "|".' ;;
    esac
    joined="$joined|$part"
  done
  printf '%s' "$joined|$PAYDECK_API_SALT" | sha256
}

# The ops extension: HMAC-SHA256 under the salt over timestamp, method, path and the body's SHA-256, one a line.
sign_ops() {
  body_sha256=$(printf '%s' "$4" | sha256)
  printf '%s\n%s\n%s\n%s' "$1" "$2" "$3" "$body_sha256" |
    openssl dgst -sha256 -hmac "$PAYDECK_API_SALT" -r | cut -d' ' -f1
}

# A text as a JSON string; control characters are not for the command line.
json_string() {
  case $1 in
    *[[:cntrl:]]*) fail 'A value must not contain control characters.' ;;
  esac
  printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')"
}

# send METHOD PATH BODY HEADER... ; a redirect is not followed.
send() {
  method=$1 path=$2 body=$3
  shift 3
  for header in "$@"; do
    set -- "$@" -H "$header"
    shift
  done
  if [ "$method" = POST ]; then
    set -- "$@" -H 'Content-Type: application/json' --data-raw "$body"
  fi
  curl -sS --max-time 15 -w '\n%{http_code}\n' -X "$method" -H "X-API-Key: $PAYDECK_API_KEY" "$@" \
    "${PAYDECK_URL%/}$path"
}

: "${PAYDECK_API_KEY:?must be set}" "${PAYDECK_API_SALT:?must be set}"
usage='Usage: sh paydeck.sh COMMAND VALUES... (the first lines of this file list the commands)'
[ $# -ge 2 ] || fail "$usage"
command=$1
shift

# Every signature and every text is made on a line of its own: a failure within a longer one would go unnoticed.
case $command in
  sign)
    sign "$@"
    exit
    ;;
  sign_ops)
    [ $# -eq 4 ] || fail "$usage"
    sign_ops "$@"
    exit
    ;;
esac
: "${PAYDECK_URL:?must be set}"

case $command in
  initiate_payment)
    [ $# -eq 2 ] || fail "$usage"
    hash=$(sign "$1" "$2")
    reference=$(json_string "$1")
    amount=$(json_string "$2")
    body="{\"merchant_transaction_id\":$reference,\"transaction_amount\":$amount,"
    body="$body\"customer_details\":{\"customer_email\":\"customer@example.com\"}}"
    send POST /v1/route/initiate_payment "$body" "Hash: $hash"
    ;;
  transaction_status | transaction_cancel)
    hash=$(sign "$1")
    reference=$(json_string "$1")
    send POST "/v1/route/transaction-${command#transaction_}" "{\"merchant_transaction_id\":$reference}" "Hash: $hash"
    ;;
  refund_initiate)
    [ $# -ge 2 ] || fail "$usage"
    hash=$(sign "$1" "$2")
    transaction=$(json_string "$1")
    amount=$(json_string "$2")
    reason=$(json_string "${3:-}")
    # Under one key a refund takes effect once. After no answer, repeat with the same key and the same values.
    key=${4:-$(openssl rand -hex 16)}
    printf 'Idempotency-Key: %s\n' "$key" >&2
    send POST /v1/route/refund-initiate/ \
      "{\"transaction_id\":$transaction,\"refund_amount\":$amount,\"refund_reason\":$reason}" \
      "Hash: $hash" "Idempotency-Key: $key"
    ;;
  refund_status)
    hash=$(sign "$1")
    refund=$(json_string "$1")
    send POST /v1/route/refund-status/ "{\"refund_id\":$refund}" "Hash: $hash"
    ;;
  ops)
    [ $# -ge 2 ] || fail "$usage"
    timestamp=$(date +%s)
    signature=$(sign_ops "$timestamp" "$1" "$2" "${3:-}")
    send "$1" "$2" "${3:-}" "X-Ops-Timestamp: $timestamp" "X-Ops-Signature: $signature"
    ;;
  *)
    fail "$usage"
    ;;
esac
