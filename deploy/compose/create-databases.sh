#!/bin/sh
# Runs once, when the volume of Postgres is empty: a role and a database for each of the two systems.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set routing="$ROUTING_DATABASE_PASSWORD" --set dashboard="$DASHBOARD_DATABASE_PASSWORD" <<'SQL'
create role routing login password :'routing';
create database routing owner routing;
-- Works as a role that can only add to the audit log, and creates that role itself.
create role dashboard login createrole password :'dashboard';
create database dashboard owner dashboard;
revoke connect on database routing, dashboard from public;
SQL
