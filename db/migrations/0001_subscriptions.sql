CREATE TABLE "subscription" (
	"merchant_id" text NOT NULL,
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text,
	"items" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"schedule" jsonb NOT NULL,
	"start" date NOT NULL,
	"due" date,
	"end" date,
	"billed" date,
	"callback" text,
	"origin" text,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_merchant_id_account_id_id_pk" PRIMARY KEY("merchant_id","account_id","id")
);
--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_origin" ON "subscription" USING btree ("merchant_id","origin") WHERE "subscription"."origin" is not null;--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("merchant_id","due") WHERE "subscription"."due" is not null;