CREATE TABLE "acquirer_verification" (
	"merchant_id" text NOT NULL,
	"pareq" text NOT NULL,
	"token_id" text NOT NULL,
	"purpose" text NOT NULL,
	"amount" bigint,
	"currency" text,
	"outcome" text,
	"used_by" uuid,
	"term_url" text,
	"merchant_data" text,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "acquirer_verification_merchant_id_pareq_pk" PRIMARY KEY("merchant_id","pareq"),
	CONSTRAINT "acquirer_verification_purpose" UNIQUE NULLS NOT DISTINCT("merchant_id","token_id","purpose","amount","currency"),
	CONSTRAINT "acquirer_verification_of_amount" CHECK (("acquirer_verification"."purpose" = 'authorise') = ("acquirer_verification"."amount" is not null and "acquirer_verification"."currency" is not null))
);
--> statement-breakpoint
CREATE TABLE "attempt_count" (
	"merchant_id" text NOT NULL,
	"who" text NOT NULL,
	"counts" jsonb NOT NULL,
	"open" integer DEFAULT 0 NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempt_count_merchant_id_who_pk" PRIMARY KEY("merchant_id","who")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key_check" text NOT NULL,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "request_log_usage" (
	"merchant_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"over_limit" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "request_log_usage_merchant_id_hour_pk" PRIMARY KEY("merchant_id","hour")
);
--> statement-breakpoint
CREATE TABLE "ended_session" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"ended" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_session_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
DROP INDEX "acquirer_token_challenge";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "method" ADD COLUMN "added_by" text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "card_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "callback_hosts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "acquirer_verification" ADD CONSTRAINT "acquirer_verification_merchant_id_token_id_acquirer_token_merchant_id_id_fk" FOREIGN KEY ("merchant_id","token_id") REFERENCES "public"."acquirer_token"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_session" ADD CONSTRAINT "ended_session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acquirer_verification_pareq" ON "acquirer_verification" USING btree ("pareq");--> statement-breakpoint
CREATE INDEX "attempt_count_expires" ON "attempt_count" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "request_log_usage_hour" ON "request_log_usage" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "ended_session_date" ON "ended_session" USING btree ("ended");--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "verification";--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "challenge";--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "term_url";--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "merchant_data";