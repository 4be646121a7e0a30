CREATE TABLE "subscription_change" (
	"merchant_id" text NOT NULL,
	"account_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"actor" text,
	"change" jsonb NOT NULL,
	CONSTRAINT "subscription_change_merchant_id_account_id_subscription_id_sequence_pk" PRIMARY KEY("merchant_id","account_id","subscription_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "subscription_change" ADD CONSTRAINT "subscription_change_merchant_id_account_id_subscription_id_subscription_merchant_id_account_id_id_fk" FOREIGN KEY ("merchant_id","account_id","subscription_id") REFERENCES "public"."subscription"("merchant_id","account_id","id") ON DELETE no action ON UPDATE no action;