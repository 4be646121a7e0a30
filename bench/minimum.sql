-- The tables of the minimum: only what one order needs, with one list of orders and one of events.
create table api_key (hash text primary key, merchant int);
create table account (merchant int, id text, method jsonb, primary key (merchant, id));
create table orders (
  merchant int, id text, account text, number text, items jsonb, currency text, amount bigint, payment jsonb,
  status jsonb, created timestamptz default now(), primary key (merchant, id)
);
create index on orders (merchant, created desc);
create table event (
  merchant int, id bigserial, order_id text, type text, amount bigint, date timestamptz default now(),
  primary key (merchant, id)
);
create index on event (merchant, order_id);
insert into api_key select encode(sha256('Bearer pk_test'), 'hex'), 1;
insert into account select 1, 'account' || n, '{}' from generate_series(1, 10000) n;
