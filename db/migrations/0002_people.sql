CREATE TABLE "sign_in_try" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "sessions_from" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sign_in_try_email" ON "sign_in_try" USING btree ("email","date");--> statement-breakpoint
CREATE INDEX "sign_in_try_date" ON "sign_in_try" USING btree ("date");--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");