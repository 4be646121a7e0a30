ALTER TABLE "user" ADD COLUMN "kept_session" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "kept_at" timestamp (3) with time zone;