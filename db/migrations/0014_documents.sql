CREATE TABLE "document" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"account_id" text,
	"corrects" text,
	"currency" text NOT NULL,
	"net" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"gross" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"moved" timestamp (3) with time zone NOT NULL,
	"number" text,
	"issued_on" date,
	"issued" timestamp (3) with time zone,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "document_kind" CHECK ("document"."kind" in ('receipt', 'invoice', 'credit-note')),
	CONSTRAINT "document_adds_up" CHECK ("document"."gross" = "document"."net" + "document"."vat"),
	CONSTRAINT "document_issued" CHECK (("document"."number" is null) = ("document"."issued" is null) and ("document"."number" is null) = ("document"."issued_on" is null))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"merchant_id" text NOT NULL,
	"series" text NOT NULL,
	"prefix" text NOT NULL,
	"is_yearly" boolean NOT NULL,
	"year" integer NOT NULL,
	"next" bigint NOT NULL,
	CONSTRAINT "number_series_merchant_id_series_pk" PRIMARY KEY("merchant_id","series"),
	CONSTRAINT "number_series_series" CHECK ("number_series"."series" in ('invoice', 'credit-note'))
);
--> statement-breakpoint
CREATE TABLE "unbooked" (
	"merchant_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"order_id" text NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "unbooked_merchant_id_date_order_id_sequence_pk" PRIMARY KEY("merchant_id","date","order_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "closed_month" (
	"merchant_id" text NOT NULL,
	"month" date NOT NULL,
	"closed" timestamp (3) with time zone NOT NULL,
	"closed_by" text NOT NULL,
	CONSTRAINT "closed_month_merchant_id_month_pk" PRIMARY KEY("merchant_id","month")
);
--> statement-breakpoint
CREATE TABLE "journal_entry" (
	"merchant_id" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"booked_on" date NOT NULL,
	"moved" timestamp (3) with time zone NOT NULL,
	"document_id" text,
	"order_id" text,
	"account_id" text,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"vat" jsonb NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journal_entry_merchant_id_kind_source_pk" PRIMARY KEY("merchant_id","kind","source"),
	CONSTRAINT "journal_entry_kind" CHECK ("journal_entry"."kind" in ('charge', 'refund', 'reversal', 'dispute', 'fee', 'payout', 'write-off', 'other'))
);
--> statement-breakpoint
CREATE TABLE "payment_link" (
	"merchant_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"order_id" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_link_merchant_id_key_hash_pk" PRIMARY KEY("merchant_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "logo" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logo_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "logo_type" CHECK ("logo"."type" in ('png', 'jpeg'))
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "chosen_language" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "delivery_reported" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "company" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "bookkeeping" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "mail_wording" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "written_off" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout" ADD COLUMN "is_booked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_entry" ADD COLUMN "is_booked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_merchant_id_order_id_order_merchant_id_id_fk" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_series" ADD CONSTRAINT "number_series_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_month" ADD CONSTRAINT "closed_month_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entry" ADD CONSTRAINT "journal_entry_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_link" ADD CONSTRAINT "payment_link_merchant_id_order_id_order_merchant_id_id_fk" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logo" ADD CONSTRAINT "logo_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_event" ON "document" USING btree ("merchant_id","order_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "document_number" ON "document" USING btree ("merchant_id","number") WHERE "document"."number" is not null;--> statement-breakpoint
CREATE INDEX "document_waiting" ON "document" USING btree ("merchant_id","moved") WHERE "document"."number" is null;--> statement-breakpoint
CREATE INDEX "document_newest" ON "document" USING btree ("merchant_id","moved","id");--> statement-breakpoint
CREATE INDEX "document_account" ON "document" USING btree ("merchant_id","account_id","moved","id");--> statement-breakpoint
CREATE INDEX "journal_entry_day" ON "journal_entry" USING btree ("merchant_id","booked_on","kind","source");--> statement-breakpoint
CREATE INDEX "journal_entry_order" ON "journal_entry" USING btree ("merchant_id","order_id") WHERE "journal_entry"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_link_order" ON "payment_link" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX "mail_order" ON "mail" USING btree ("merchant_id","order_id","created") WHERE "mail"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_reference" ON "mail" USING btree ("reference") WHERE "mail"."reference" is not null;--> statement-breakpoint
CREATE INDEX "payout_unbooked" ON "payout" USING btree ("state") WHERE not "payout"."is_booked";--> statement-breakpoint
CREATE INDEX "settlement_entry_unbooked" ON "settlement_entry" USING btree ("date") WHERE not "settlement_entry"."is_booked";--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_delivery" CHECK ("mail"."delivery" in ('delivered', 'delayed', 'bounced', 'complained'));--> statement-breakpoint
CREATE FUNCTION note_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unbooked (merchant_id, date, order_id, sequence)
    VALUES (NEW.merchant_id, NEW.date, NEW.order_id, NEW.sequence);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_event_moves AFTER INSERT ON order_event FOR EACH ROW
  WHEN (NEW.type IN ('charge', 'refund') OR (NEW.type = 'fail' AND NEW.amount IS NOT NULL))
  EXECUTE FUNCTION note_movement();
--> statement-breakpoint
INSERT INTO unbooked (merchant_id, date, order_id, sequence)
  SELECT merchant_id, date, order_id, sequence FROM order_event
  WHERE type IN ('charge', 'refund') OR (type = 'fail' AND amount IS NOT NULL);
--> statement-breakpoint
CREATE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are never changed or deleted once they are final', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER document_is_final BEFORE UPDATE OR DELETE ON document FOR EACH ROW
  WHEN (OLD.number IS NOT NULL) EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER document_is_kept BEFORE TRUNCATE ON document FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER journal_entry_is_final BEFORE UPDATE OR DELETE ON journal_entry FOR EACH ROW
  EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER journal_entry_is_kept BEFORE TRUNCATE ON journal_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_record();

--> statement-breakpoint
CREATE FUNCTION book_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parts bigint;
BEGIN
  IF NEW.kind IN ('charge', 'refund', 'reversal') THEN
    SELECT coalesce(sum((part ->> 'net')::bigint + (part ->> 'vat')::bigint), 0) INTO parts
      FROM jsonb_array_elements(NEW.vat) part;
    IF parts <> NEW.amount THEN
      RAISE EXCEPTION 'The parts of a journal entry are % and its amount is %', parts, NEW.amount
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  -- Waits for a month that is being closed at the same time.
  PERFORM 1 FROM merchant WHERE id = NEW.merchant_id FOR KEY SHARE;
  WHILE EXISTS (SELECT 1 FROM closed_month
    WHERE merchant_id = NEW.merchant_id AND month = date_trunc('month', NEW.booked_on::timestamp)::date) LOOP
    NEW.booked_on := (date_trunc('month', NEW.booked_on::timestamp) + interval '1 month')::date;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_entry_is_booked BEFORE INSERT ON journal_entry FOR EACH ROW EXECUTE FUNCTION book_entry();
--> statement-breakpoint
CREATE TRIGGER closed_month_is_final BEFORE UPDATE OR DELETE ON closed_month FOR EACH ROW EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER closed_month_is_kept BEFORE TRUNCATE ON closed_month FOR EACH STATEMENT EXECUTE FUNCTION keep_record();

--> statement-breakpoint
CREATE TRIGGER logo_is_final BEFORE UPDATE OR DELETE ON logo FOR EACH ROW EXECUTE FUNCTION keep_record();
--> statement-breakpoint
CREATE TRIGGER logo_is_kept BEFORE TRUNCATE ON logo FOR EACH STATEMENT EXECUTE FUNCTION keep_record();
