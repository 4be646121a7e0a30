-- The payment of an order gets columns of its own. They take half the space of the JSON, whose keys every row repeated.
DROP INDEX "order_account";--> statement-breakpoint
DROP INDEX "order_number";--> statement-breakpoint
DROP INDEX "order_authorisation";--> statement-breakpoint
DROP INDEX "order_card";--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "service" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "payment_reference" uuid;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "scheme" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "iin" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "last4" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "expiry_month" smallint;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "expiry_year" smallint;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "card" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "client" jsonb;--> statement-breakpoint
-- Orders have become shorter, so less space on a page is enough for the next version of one of them.
ALTER TABLE "order" SET (fillfactor = 90);--> statement-breakpoint
-- One statement writes the table once, without the JSON; an update would leave the old rows in it. Existing tokens are not
-- shortened.
ALTER TABLE "order" ALTER COLUMN "payment" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order"
  ALTER COLUMN "payment" TYPE jsonb USING null,
  ALTER COLUMN "service" TYPE text USING payment ->> 'service',
  ALTER COLUMN "service" SET NOT NULL,
  ALTER COLUMN "payment_reference" TYPE uuid USING (payment ->> 'reference')::uuid,
  ALTER COLUMN "payment_reference" SET NOT NULL,
  ALTER COLUMN "scheme" TYPE text USING payment ->> 'scheme',
  ALTER COLUMN "iin" TYPE text USING payment ->> 'iin',
  ALTER COLUMN "last4" TYPE text USING payment ->> 'last4',
  ALTER COLUMN "expiry_month" TYPE smallint USING (payment -> 'expires' ->> 0)::smallint,
  ALTER COLUMN "expiry_year" TYPE smallint USING (payment -> 'expires' ->> 1)::smallint,
  ALTER COLUMN "card" TYPE text USING payment ->> 'card',
  ALTER COLUMN "client" TYPE jsonb USING payment -> 'client';--> statement-breakpoint
ALTER TABLE "order" DROP COLUMN "payment";--> statement-breakpoint
ALTER TABLE "order" ALTER COLUMN "card" SET STATISTICS 0, ALTER COLUMN "client" SET STATISTICS 0;--> statement-breakpoint
CREATE INDEX "order_account" ON "order" USING btree ("merchant_id","account_id","created");--> statement-breakpoint
CREATE INDEX "order_number" ON "order" USING btree ("merchant_id","number","created");--> statement-breakpoint
CREATE INDEX "order_authorisation" ON "order" USING btree ("merchant_id","service_reference") WHERE "order"."service" <> 'test';--> statement-breakpoint
CREATE INDEX "order_card" ON "order" USING btree ("merchant_id","last4","created");--> statement-breakpoint
-- Most operations are deleted soon. With the default, their space would be reused only after a fifth of the table.
ALTER TABLE operation SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
-- An order replaces its authorisation.
DELETE FROM operation WHERE place = 1 AND kind = 'authorise' AND status = 'done' AND origin IS NULL;
--> statement-breakpoint
-- Deletes the operations that orders replace, and completes those that a repeated request looks for. Returns those that were
-- not done. The settings make PostgreSQL look each one up in the index: most operations are deleted soon, so the table seems
-- small when the statement is planned, and reading all of it for each batch takes longer and longer until the next vacuum.
CREATE FUNCTION replace_authorisations(given json) RETURNS TABLE (merchant_id text, order_id text) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  deleted int;
BEGIN
  RETURN QUERY DELETE FROM operation present USING json_populate_recordset(null::operation, given) done
    WHERE present.merchant_id = done.merchant_id AND present.order_id = done.order_id AND present.place = done.place
      AND present.status <> 'done' AND present.origin IS NULL
    RETURNING present.merchant_id, present.order_id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  IF deleted < json_array_length(given) THEN
    -- Whatever its origin: a process that has just recorded a failure may have removed it.
    RETURN QUERY UPDATE operation present
      SET status = 'done', service_reference = done.service_reference, settled = done.settled, draft = null, code = null
      FROM json_populate_recordset(null::operation, given) done
      WHERE present.merchant_id = done.merchant_id AND present.order_id = done.order_id AND present.place = done.place
        AND present.status <> 'done'
      RETURNING present.merchant_id, present.order_id;
  END IF;
END $$;
