ALTER TABLE "service_verification" DROP CONSTRAINT "service_verification_merchant_id_service_token_id_service_token_merchant_id_service_id_fk";
--> statement-breakpoint
ALTER TABLE "service_verification" ALTER COLUMN "bank_url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "service_verification" ADD COLUMN "approved" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "service_verification_created" ON "service_verification" USING btree ("created");