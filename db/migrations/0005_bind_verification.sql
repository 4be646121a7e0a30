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
DROP INDEX "acquirer_token_challenge";--> statement-breakpoint
ALTER TABLE "acquirer_verification" ADD CONSTRAINT "acquirer_verification_merchant_id_token_id_acquirer_token_merchant_id_id_fk" FOREIGN KEY ("merchant_id","token_id") REFERENCES "public"."acquirer_token"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acquirer_verification_pareq" ON "acquirer_verification" USING btree ("pareq");--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "verification";--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "challenge";--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "term_url";--> statement-breakpoint
ALTER TABLE "acquirer_token" DROP COLUMN "merchant_data";