CREATE TABLE "removed_card" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"reference" text NOT NULL,
	"account_id" text NOT NULL,
	"removed" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_card_merchant_id_service_reference_pk" PRIMARY KEY("merchant_id","service","reference")
);
--> statement-breakpoint
CREATE INDEX "removed_card_oldest" ON "removed_card" USING btree ("removed","merchant_id","reference");