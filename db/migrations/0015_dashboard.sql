CREATE TABLE "callback_outage" (
	"merchant_id" text NOT NULL,
	"url" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"latest" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"error" text,
	"notified" timestamp (3) with time zone,
	"ended" timestamp (3) with time zone,
	CONSTRAINT "callback_outage_merchant_id_url_pk" PRIMARY KEY("merchant_id","url")
);
--> statement-breakpoint
CREATE TABLE "note" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "note_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "note_subject" CHECK ("note"."subject" in ('account', 'order'))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" jsonb NOT NULL,
	"path" text NOT NULL,
	"once" text,
	"created" timestamp (3) with time zone NOT NULL,
	"seen" timestamp (3) with time zone,
	"mail_due" timestamp (3) with time zone,
	CONSTRAINT "notification_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscription_movement" (
	"merchant_id" text NOT NULL,
	"account_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"monthly" bigint NOT NULL,
	CONSTRAINT "subscription_movement_merchant_id_account_id_subscription_id_sequence_pk" PRIMARY KEY("merchant_id","account_id","subscription_id","sequence"),
	CONSTRAINT "subscription_movement_kind" CHECK ("subscription_movement"."kind" in ('new', 'expansion', 'contraction', 'lost', 'recovered'))
);
--> statement-breakpoint
ALTER TABLE "operation" DROP CONSTRAINT "operation_reason";--> statement-breakpoint
ALTER TABLE "order_event" DROP CONSTRAINT "order_event_reason";--> statement-breakpoint
DROP INDEX "order_amount";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "callback_types" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "actor" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "order_event" ADD COLUMN "actor" text;--> statement-breakpoint
ALTER TABLE "daily_total" ADD COLUMN "ordered" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "planned" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ending" jsonb;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "note" ADD CONSTRAINT "note_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_outage_news" ON "callback_outage" USING btree ("since") WHERE "callback_outage"."notified" is null or "callback_outage"."ended" is not null;--> statement-breakpoint
CREATE INDEX "note_subject_newest" ON "note" USING btree ("merchant_id","subject","subject_id","created");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notification" USING btree ("merchant_id","user_id","once") WHERE "notification"."once" is not null;--> statement-breakpoint
CREATE INDEX "notification_newest" ON "notification" USING btree ("merchant_id","user_id","created","id");--> statement-breakpoint
CREATE INDEX "notification_unseen" ON "notification" USING btree ("merchant_id","user_id") WHERE "notification"."seen" is null;--> statement-breakpoint
CREATE INDEX "notification_mail" ON "notification" USING btree ("mail_due") WHERE "notification"."mail_due" is not null;--> statement-breakpoint
CREATE INDEX "subscription_movement_date" ON "subscription_movement" USING btree ("merchant_id","date","currency","kind","monthly");--> statement-breakpoint
CREATE INDEX "account_identity" ON "account" USING btree ("merchant_id",("customer"->>'identityNumber')) WHERE "account"."customer"->>'identityNumber' is not null;--> statement-breakpoint
CREATE INDEX "account_metadata" ON "account" USING gin ("merchant_id",lower("metadata"::text) gin_trgm_ops) WHERE "account"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "account_tags" ON "account" USING gin ("merchant_id","tags") WHERE "account"."tags" is not null;--> statement-breakpoint
CREATE INDEX "method_fingerprint" ON "method" USING btree ("merchant_id","fingerprint","account_id");--> statement-breakpoint
CREATE INDEX "callback_delivery_failing" ON "callback_delivery" USING btree ("merchant_id","created","id") WHERE "callback_delivery"."status" = 'waiting' and "callback_delivery"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "operation_failed" ON "operation" USING btree ("merchant_id","created","id") WHERE "operation"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "order_number_part" ON "order" USING gin ("merchant_id",lower("number") gin_trgm_ops) WHERE "order"."number" is not null;--> statement-breakpoint
CREATE INDEX "order_metadata" ON "order" USING gin ("merchant_id",lower("metadata"::text) gin_trgm_ops) WHERE "order"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "order_tags" ON "order" USING gin ("merchant_id","tags") WHERE "order"."tags" is not null;--> statement-breakpoint
CREATE INDEX "settlement_entry_fees" ON "settlement_entry" USING btree ("merchant_id","date","currency","kind","amount","fee") WHERE "settlement_entry"."fee" <> 0 or "settlement_entry"."kind" = 'fee';--> statement-breakpoint
CREATE INDEX "subscription_number_text" ON "subscription" USING gin ("merchant_id",lower("number") gin_trgm_ops) WHERE "subscription"."number" is not null;--> statement-breakpoint
CREATE INDEX "subscription_metadata" ON "subscription" USING gin ("merchant_id",lower("metadata"::text) gin_trgm_ops) WHERE "subscription"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "subscription_planned" ON "subscription" USING btree ("merchant_id",("planned" ->> 'from')) WHERE "subscription"."planned" is not null;--> statement-breakpoint
CREATE INDEX "order_amount" ON "order" USING btree ("merchant_id","currency","amount","id");--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_reason" CHECK ("operation"."reason" in ('expired', 'released', 'external', 'requested', 'duplicate', 'fraud', 'other'));--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_reason" CHECK ("order_event"."reason" in ('expired', 'released', 'external', 'requested', 'duplicate', 'fraud', 'other'));--> statement-breakpoint
-- What a subscription brings in per month, rounded half up: a year is 12 months, 4 quarters, 52 weeks or 365 days.
CREATE FUNCTION monthly_amount(amount bigint, schedule jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor((amount::numeric * CASE schedule ->> 'frequency'
    WHEN 'daily' THEN 365 WHEN 'weekly' THEN 52 WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 ELSE 1 END + 6) / 12)::bigint
$$;
--> statement-breakpoint
-- Writes the difference between what a subscription brings in now and the sum of its movements. The caller has locked
-- the subscription, so its movements are written one after the other.
CREATE FUNCTION move_subscription(merchant text, account text, subscription text, moved timestamptz)
  RETURNS void LANGUAGE sql AS $$
  WITH earlier AS (
    SELECT * FROM subscription_movement
    WHERE merchant_id = $1 AND account_id = $2 AND subscription_id = $3
  ), latest AS (
    SELECT max(sequence) AS sequence, max(date) AS date FROM earlier
  ), before AS (
    SELECT currency, sum(monthly)::bigint AS monthly FROM earlier GROUP BY currency HAVING sum(monthly) <> 0
  ), after AS (
    SELECT s.currency, monthly_amount(s.amount, s.schedule) AS monthly
    FROM subscription s JOIN account a ON a.merchant_id = s.merchant_id AND a.id = s.account_id
    WHERE s.merchant_id = $1 AND s.account_id = $2 AND s.id = $3 AND s.ended IS NULL AND a.status <> 'suspended'
      AND monthly_amount(s.amount, s.schedule) > 0
  ), difference AS (
    SELECT currency, coalesce(after.monthly, 0) - coalesce(before.monthly, 0) AS monthly
    FROM before FULL JOIN after USING (currency)
  )
  INSERT INTO subscription_movement (merchant_id, account_id, subscription_id, sequence, date, kind, currency, monthly)
  SELECT $1, $2, $3, coalesce(latest.sequence, 0) + row_number() OVER (ORDER BY difference.monthly),
    greatest($4, latest.date),
    CASE WHEN NOT EXISTS (SELECT FROM earlier WHERE earlier.currency = difference.currency) THEN 'new'
      WHEN NOT EXISTS (SELECT FROM before WHERE before.currency = difference.currency) THEN 'recovered'
      WHEN NOT EXISTS (SELECT FROM after WHERE after.currency = difference.currency) THEN 'lost'
      WHEN difference.monthly > 0 THEN 'expansion' ELSE 'contraction' END,
    difference.currency, difference.monthly
  FROM difference, latest WHERE difference.monthly <> 0
$$;
--> statement-breakpoint
CREATE FUNCTION merchant_now(merchant text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT now() + clock_ahead * interval '1 millisecond' FROM merchant WHERE id = $1
$$;
--> statement-breakpoint
CREATE FUNCTION subscription_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_subscription(NEW.merchant_id, NEW.account_id, NEW.id, CASE
    WHEN TG_OP = 'INSERT' THEN NEW.created
    WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL THEN NEW.ended
    ELSE merchant_now(NEW.merchant_id) END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscription_is_created AFTER INSERT ON subscription FOR EACH ROW EXECUTE FUNCTION subscription_moves();
--> statement-breakpoint
CREATE TRIGGER subscription_changes AFTER UPDATE ON subscription FOR EACH ROW
  WHEN (OLD.amount <> NEW.amount OR OLD.currency <> NEW.currency OR OLD.schedule <> NEW.schedule
    OR (OLD.ended IS NULL) <> (NEW.ended IS NULL))
  EXECUTE FUNCTION subscription_moves();
--> statement-breakpoint
-- Locks the subscriptions after the account, as everything else does, so that each sees what the other has written.
CREATE FUNCTION account_moves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subscription_id text;
BEGIN
  FOR subscription_id IN SELECT id FROM subscription
    WHERE merchant_id = NEW.merchant_id AND account_id = NEW.id AND ended IS NULL ORDER BY id FOR NO KEY UPDATE LOOP
    PERFORM move_subscription(NEW.merchant_id, NEW.id, subscription_id, merchant_now(NEW.merchant_id));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER account_is_suspended AFTER UPDATE ON account FOR EACH ROW
  WHEN ((OLD.status = 'suspended') <> (NEW.status = 'suspended')) EXECUTE FUNCTION account_moves();
--> statement-breakpoint
-- What is known of earlier movements: when subscriptions were created and ended, and when accounts were suspended.
INSERT INTO subscription_movement (merchant_id, account_id, subscription_id, sequence, date, kind, currency, monthly)
  SELECT merchant_id, account_id, id, 1, created, 'new', currency, monthly_amount(amount, schedule)
  FROM subscription WHERE monthly_amount(amount, schedule) > 0;
--> statement-breakpoint
INSERT INTO subscription_movement (merchant_id, account_id, subscription_id, sequence, date, kind, currency, monthly)
  SELECT s.merchant_id, s.account_id, s.id, 2, greatest(s.created, coalesce(s.ended, suspended.date, merchant_now(s.merchant_id))),
    'lost', s.currency, -monthly_amount(s.amount, s.schedule)
  FROM subscription s JOIN account a ON a.merchant_id = s.merchant_id AND a.id = s.account_id
  LEFT JOIN LATERAL (
    SELECT max(e.date) AS date FROM "order" o
    JOIN order_event e ON e.merchant_id = o.merchant_id AND e.order_id = o.id AND e.type = 'fail'
    WHERE o.merchant_id = a.merchant_id AND o.account_id = a.id AND (o.pending > 0 OR o.denied > 0) AND o.denied > 0
  ) suspended ON s.ended IS NULL
  WHERE (s.ended IS NOT NULL OR a.status = 'suspended') AND monthly_amount(s.amount, s.schedule) > 0;
--> statement-breakpoint
-- The worker sums all days again, with the amounts that the sums did not have.
DELETE FROM daily_total;
--> statement-breakpoint
DELETE FROM daily_total_state;
--> statement-breakpoint
-- Nothing is searched by the whole of these values, and comparing them was most of the work of ANALYZE.
ALTER TABLE "order" ALTER COLUMN lines SET STATISTICS 0, ALTER COLUMN payment SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE operation ALTER COLUMN draft SET STATISTICS 0, ALTER COLUMN items SET STATISTICS 0,
  ALTER COLUMN units SET STATISTICS 0, ALTER COLUMN payer SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE document ALTER COLUMN content SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE mail ALTER COLUMN data SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE journal_entry ALTER COLUMN vat SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE request_log ALTER COLUMN body SET STATISTICS 0, ALTER COLUMN answer SET STATISTICS 0;
