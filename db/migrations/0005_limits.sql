CREATE TABLE "attempt_count" (
	"merchant_id" text NOT NULL,
	"who" text NOT NULL,
	"counts" jsonb NOT NULL,
	"open" integer DEFAULT 0 NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempt_count_merchant_id_who_pk" PRIMARY KEY("merchant_id","who")
);
--> statement-breakpoint
DROP TABLE "sign_in_try" CASCADE;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "method" ADD COLUMN "added_by" text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "card_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "callback_hosts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "attempt_count_expires" ON "attempt_count" USING btree ("expires");