CREATE TABLE "callback_attempt" (
	"merchant_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"ms" integer NOT NULL,
	"status" integer,
	"answer" text,
	"error" text,
	CONSTRAINT "callback_attempt_merchant_id_delivery_id_number_pk" PRIMARY KEY("merchant_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "callback_delivery" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "callback_delivery_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text,
	"payload" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"queued" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "callback_delivery_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "account_link" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"contact" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"used" timestamp (3) with time zone,
	"origin" text,
	CONSTRAINT "account_link_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"merchant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"template" text NOT NULL,
	"to" text NOT NULL,
	"data" jsonb NOT NULL,
	"sealed" text,
	"once" text,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reference" text,
	"error" text,
	"created" timestamp (3) with time zone NOT NULL,
	"sent" timestamp (3) with time zone,
	CONSTRAINT "mail_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "order" ALTER COLUMN "service_reference" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "method" ADD COLUMN "expires_on" date GENERATED ALWAYS AS ((make_date(2000 + (expires->>1)::int, (expires->>0)::int, 1) + interval '1 month' - interval '1 day')::date) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "locale" text DEFAULT 'en-SE' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "callbacks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "clock_ahead" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "clock_moving" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "payer" jsonb;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "due" date;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "failed_on" date;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "retry_on" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ended" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "callback_attempt" ADD CONSTRAINT "callback_attempt_merchant_id_delivery_id_callback_delivery_merchant_id_id_fk" FOREIGN KEY ("merchant_id","delivery_id") REFERENCES "public"."callback_delivery"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_delivery_waiting" ON "callback_delivery" USING btree ("merchant_id","url","next_attempt") WHERE "callback_delivery"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "callback_delivery_untried" ON "callback_delivery" USING btree ("merchant_id","url","subject","position") WHERE "callback_delivery"."status" = 'waiting' and "callback_delivery"."attempts" = 0;--> statement-breakpoint
CREATE INDEX "callback_delivery_newest" ON "callback_delivery" USING btree ("merchant_id","created","id");--> statement-breakpoint
CREATE INDEX "callback_delivery_failed" ON "callback_delivery" USING btree ("merchant_id","created","id") WHERE "callback_delivery"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "callback_delivery_order" ON "callback_delivery" USING btree ("merchant_id","order_id","created","id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_link_origin" ON "account_link" USING btree ("merchant_id","origin") WHERE "account_link"."origin" is not null;--> statement-breakpoint
CREATE INDEX "account_link_account" ON "account_link" USING btree ("merchant_id","account_id","created");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_once" ON "mail" USING btree ("merchant_id","once") WHERE "mail"."once" is not null;--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("next_attempt") WHERE "mail"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("merchant_id","created","id");--> statement-breakpoint
CREATE INDEX "mail_account" ON "mail" USING btree ("merchant_id","account_id","created","id");--> statement-breakpoint
CREATE INDEX "method_expires" ON "method" USING btree ("merchant_id","expires_on") WHERE "method"."position" = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "order_due" ON "order" USING btree ("merchant_id","account_id","subscription_id","due") WHERE "order"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "order_retry" ON "order" USING btree ("merchant_id","retry_on") WHERE "order"."retry_on" is not null;--> statement-breakpoint
CREATE INDEX "order_unpaid" ON "order" USING btree ("merchant_id","account_id") WHERE "order"."pending" > 0 or "order"."denied" > 0;--> statement-breakpoint
CREATE INDEX "subscription_end" ON "subscription" USING btree ("merchant_id","end") WHERE "subscription"."end" is not null and "subscription"."ended" is null;--> statement-breakpoint
CREATE INDEX "mail_urgent" ON "mail" USING btree ("next_attempt") WHERE "mail"."status" = 'waiting' and "mail"."sealed" is not null;--> statement-breakpoint
UPDATE "merchant" SET "locale" = 'en-' || "country";--> statement-breakpoint
-- What had ended before there was anybody to tell is not told now.
UPDATE "subscription" SET "ended" = now() WHERE "due" IS NULL AND "end" <= current_date;
