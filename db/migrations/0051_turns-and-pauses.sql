-- Nothing is suspended or resumed before the triggers are there.
LOCK TABLE "account" IN SHARE MODE;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "subscription" s SET "paused" = true FROM "account" a
  WHERE a."merchant_id" = s."merchant_id" AND a."id" = s."account_id" AND a."status" = 'suspended';--> statement-breakpoint
CREATE INDEX "subscription_to_bill" ON "subscription" USING btree ("merchant_id","due") WHERE "subscription"."due" is not null and not "subscription"."paused";--> statement-breakpoint
-- Whatever a statement writes, a subscription is paused exactly while its account is suspended. The lock makes an
-- account that is being suspended or resumed wait, or be waited for, so that each sees what the other has written.
CREATE FUNCTION subscription_pauses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT status = 'suspended' INTO NEW.paused FROM account
    WHERE merchant_id = NEW.merchant_id AND id = NEW.account_id FOR SHARE;
  -- Without an account, the foreign key rejects the row.
  NEW.paused := coalesce(NEW.paused, false);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscription_is_paused BEFORE INSERT OR UPDATE OF account_id, paused ON subscription
  FOR EACH ROW EXECUTE FUNCTION subscription_pauses();
--> statement-breakpoint
-- Locks the subscriptions after the account, as everything else does, so that each sees what the other has written.
CREATE OR REPLACE FUNCTION account_moves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subscription_id text;
BEGIN
  FOR subscription_id IN SELECT id FROM subscription
    WHERE merchant_id = NEW.merchant_id AND account_id = NEW.id AND ended IS NULL ORDER BY id FOR NO KEY UPDATE LOOP
    PERFORM move_subscription(NEW.merchant_id, NEW.id, subscription_id, merchant_now(NEW.merchant_id));
  END LOOP;
  UPDATE subscription SET paused = NEW.status = 'suspended'
    WHERE merchant_id = NEW.merchant_id AND account_id = NEW.id AND paused <> (NEW.status = 'suspended');
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP INDEX "service_notice_waiting";--> statement-breakpoint
DROP INDEX "operation_pending";--> statement-breakpoint
DROP INDEX "operation_accepted";--> statement-breakpoint
CREATE INDEX "service_notice_waiting" ON "service_notice" USING btree ("merchant_id","attempted") WHERE "service_notice"."processed" is null;--> statement-breakpoint
CREATE INDEX "operation_pending" ON "operation" USING btree ("merchant_id","attempted") WHERE "operation"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "operation_accepted" ON "operation" USING btree ("merchant_id","attempted") WHERE "operation"."status" = 'accepted';--> statement-breakpoint
-- So that the next search already reads the index.
ANALYZE "subscription";
