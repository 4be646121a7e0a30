CREATE TABLE "audit_entry" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_entry_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"email" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"ended" timestamp (3) with time zone,
	CONSTRAINT "email_change_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"request_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"query" text,
	"status" integer NOT NULL,
	"milliseconds" integer NOT NULL,
	"key_id" text,
	"body" jsonb,
	"answer" jsonb,
	CONSTRAINT "request_log_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"key_hash" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"accepted" timestamp (3) with time zone,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "invitation_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"used" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"used" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_view_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
DROP INDEX "subscription_due";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "totp_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "totp_step" bigint;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_date" ON "audit_entry" USING btree ("merchant_id","date","id");--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("merchant_id","subject_id","date");--> statement-breakpoint
CREATE INDEX "email_change_account" ON "email_change" USING btree ("merchant_id","account_id","created");--> statement-breakpoint
CREATE INDEX "request_log_merchant" ON "request_log" USING btree ("merchant_id","date","id");--> statement-breakpoint
CREATE INDEX "request_log_id" ON "request_log" USING btree ("merchant_id","request_id");--> statement-breakpoint
CREATE INDEX "request_log_date" ON "request_log" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_key" ON "invitation" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "password_reset_user" ON "password_reset" USING btree ("user_id","created");--> statement-breakpoint
CREATE INDEX "saved_view_user" ON "saved_view" USING btree ("merchant_id","user_id","list");--> statement-breakpoint
CREATE INDEX "account_called" ON "account" USING btree ("merchant_id",lower(coalesce("customer"->>'name', "customer"->>'email', "id")),"id");--> statement-breakpoint
CREATE INDEX "method_last4" ON "method" USING btree ("merchant_id","last4","account_id");--> statement-breakpoint
CREATE INDEX "order_amount" ON "order" USING btree ("merchant_id","currency","amount");--> statement-breakpoint
CREATE INDEX "order_card" ON "order" USING btree ("merchant_id",(payment ->> 'last4'),"created","id");--> statement-breakpoint
CREATE INDEX "order_event_rare" ON "order_event" USING btree ("merchant_id","type","date","order_id","sequence") WHERE "order_event"."type" not in ('order', 'charge');--> statement-breakpoint
CREATE INDEX "order_event_failure" ON "order_event" USING btree ("merchant_id","order_id") WHERE "order_event"."type" = 'fail';--> statement-breakpoint
CREATE INDEX "subscription_newest" ON "subscription" USING btree ("merchant_id","created","account_id","id");--> statement-breakpoint
CREATE INDEX "subscription_ended" ON "subscription" USING btree ("merchant_id","created","account_id","id") WHERE "subscription"."ended" is not null;--> statement-breakpoint
CREATE INDEX "subscription_number" ON "subscription" USING btree ("merchant_id","number") WHERE "subscription"."number" is not null;--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("merchant_id","due","account_id","id") WHERE "subscription"."due" is not null;