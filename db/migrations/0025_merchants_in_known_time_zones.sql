-- With such a time zone nothing was billed, for any merchant.
UPDATE "merchant" SET "time_zone" = 'UTC' WHERE lower("time_zone") NOT IN (SELECT lower(name) FROM pg_timezone_names);--> statement-breakpoint
ALTER TABLE "merchant" ADD CONSTRAINT "merchant_time_zone" CHECK ((timestamptz 'epoch' at time zone "merchant"."time_zone") is not null);