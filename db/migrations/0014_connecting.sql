CREATE UNLOGGED TABLE "pace" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"next" jsonb NOT NULL,
	"wait" double precision NOT NULL,
	CONSTRAINT "pace_merchant_id_service_pk" PRIMARY KEY("merchant_id","service")
);
--> statement-breakpoint
ALTER TABLE "card_connection" ADD COLUMN "pace" jsonb;--> statement-breakpoint
CREATE INDEX "service_notice_latest" ON "service_notice" USING btree ("merchant_id","service","received");