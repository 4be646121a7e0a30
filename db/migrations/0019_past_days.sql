-- The worker sums all days again, with what the sums did not have.
DELETE FROM "daily_total";--> statement-breakpoint
DELETE FROM "daily_total_state";--> statement-breakpoint
CREATE TABLE "daily_recurring" (
	"merchant_id" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"monthly" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_recurring_merchant_id_day_currency_kind_pk" PRIMARY KEY("merchant_id","day","currency","kind"),
	CONSTRAINT "daily_recurring_kind" CHECK ("daily_recurring"."kind" in ('new', 'expansion', 'contraction', 'lost', 'recovered'))
);
--> statement-breakpoint
ALTER TABLE "daily_total" ADD COLUMN "fees" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_total" ADD COLUMN "customers" integer NOT NULL;
