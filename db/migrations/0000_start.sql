CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "account" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text,
	"customer" jsonb,
	"status" text NOT NULL,
	"origin" text,
	"created" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(id || ' ' || coalesce(number, '') || ' ' || coalesce(customer->>'name', '') || ' ' || coalesce(customer->>'email', ''))) STORED NOT NULL,
	CONSTRAINT "account_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "method" (
	"merchant_id" text NOT NULL,
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"service" text NOT NULL,
	"service_reference" text NOT NULL,
	"fingerprint" text NOT NULL,
	"token" text NOT NULL,
	"scheme" text NOT NULL,
	"iin" text NOT NULL,
	"last4" text NOT NULL,
	"expires" jsonb NOT NULL,
	"client" jsonb,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "method_merchant_id_account_id_id_pk" PRIMARY KEY("merchant_id","account_id","id")
);
--> statement-breakpoint
CREATE TABLE "acquirer_card" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"scheme" text NOT NULL,
	"iin" text NOT NULL,
	"last4" text NOT NULL,
	"expires" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"behaviour" text NOT NULL,
	"stored_by" uuid NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "acquirer_card_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "acquirer_entry" (
	"merchant_id" text NOT NULL,
	"operation" uuid NOT NULL,
	"kind" text NOT NULL,
	"authorisation" uuid,
	"currency" text,
	"amount" bigint,
	"outcome" text NOT NULL,
	"code" text,
	"card_id" text,
	"behaviour" text NOT NULL,
	"captured" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"cancelled" bigint NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "acquirer_entry_merchant_id_operation_pk" PRIMARY KEY("merchant_id","operation"),
	CONSTRAINT "acquirer_entry_covers" CHECK ("acquirer_entry"."amount" is null or ("acquirer_entry"."captured" + "acquirer_entry"."cancelled" <= "acquirer_entry"."amount" and "acquirer_entry"."refunded" <= "acquirer_entry"."captured"))
);
--> statement-breakpoint
CREATE TABLE "acquirer_fault" (
	"merchant_id" text NOT NULL,
	"kind" text NOT NULL,
	"fault" text NOT NULL,
	"delay_ms" integer DEFAULT 0 NOT NULL,
	"remaining" integer NOT NULL,
	CONSTRAINT "acquirer_fault_merchant_id_kind_pk" PRIMARY KEY("merchant_id","kind")
);
--> statement-breakpoint
CREATE TABLE "acquirer_token" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"scheme" text NOT NULL,
	"iin" text NOT NULL,
	"last4" text NOT NULL,
	"expires" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"behaviour" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"used_by" uuid,
	"verification" text,
	"challenge" text,
	"term_url" text,
	"merchant_data" text,
	CONSTRAINT "acquirer_token_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"hash" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"account_id" text,
	"clear" text,
	"created" timestamp (3) with time zone NOT NULL,
	"last_used" timestamp (3) with time zone,
	"expires" timestamp (3) with time zone,
	"revoked" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"merchant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "membership_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "merchant" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"country" text NOT NULL,
	"time_zone" text NOT NULL,
	"currency" text NOT NULL,
	"branding" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"card_service" text DEFAULT 'test' NOT NULL,
	"retry_days" integer[] DEFAULT '{1,3,5,7}' NOT NULL,
	"public_key_pays_by_account" boolean DEFAULT true NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_secret" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"encrypted" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone,
	CONSTRAINT "signing_secret_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation" (
	"merchant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"by_account" boolean NOT NULL,
	"draft" jsonb,
	"items" jsonb,
	"units" jsonb,
	"origin" text,
	"service_reference" text,
	"code" text,
	"created" timestamp (3) with time zone NOT NULL,
	"settled" timestamp (3) with time zone,
	"attempts" integer DEFAULT 1 NOT NULL,
	"attempted" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operation_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "order" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"account_id" text,
	"payment" jsonb NOT NULL,
	"service_reference" text NOT NULL,
	"lines" jsonb,
	"ordered" bigint NOT NULL,
	"charged" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"cancelled" bigint NOT NULL,
	"pending" bigint NOT NULL,
	"denied" bigint NOT NULL,
	"callback" text,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "order_adds_up" CHECK ("order"."amount" = "order"."ordered" + "order"."charged" + "order"."refunded" + "order"."cancelled" + "order"."pending" + "order"."denied"
        and least("order"."ordered", "order"."charged", "order"."refunded", "order"."cancelled", "order"."pending", "order"."denied") >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_event" (
	"merchant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"type" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"items" jsonb,
	"amount" bigint,
	"reference" uuid,
	"original" text,
	"error" jsonb,
	CONSTRAINT "order_event_merchant_id_order_id_sequence_pk" PRIMARY KEY("merchant_id","order_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "idempotent_request" (
	"merchant_id" text NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"origin" uuid NOT NULL,
	"started" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	CONSTRAINT "idempotent_request_merchant_id_caller_key_pk" PRIMARY KEY("merchant_id","caller","key")
);
--> statement-breakpoint
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
ALTER TABLE "account" ADD CONSTRAINT "account_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method" ADD CONSTRAINT "method_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secret" ADD CONSTRAINT "signing_secret_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_merchant_id_order_id_order_merchant_id_id_fk" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_origin" ON "account" USING btree ("merchant_id","origin") WHERE "account"."origin" is not null;--> statement-breakpoint
CREATE INDEX "account_newest" ON "account" USING btree ("merchant_id","created","id");--> statement-breakpoint
CREATE INDEX "account_status" ON "account" USING btree ("merchant_id","status","created","id");--> statement-breakpoint
CREATE INDEX "account_number" ON "account" USING btree ("merchant_id","number","created","id");--> statement-breakpoint
CREATE INDEX "account_email" ON "account" USING btree ("merchant_id",lower("customer"->>'email'),"created","id");--> statement-breakpoint
CREATE INDEX "account_search" ON "account" USING gin ("merchant_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "method_card" ON "method" USING btree ("merchant_id","account_id","service","fingerprint");--> statement-breakpoint
CREATE INDEX "acquirer_token_challenge" ON "acquirer_token" USING btree ("challenge") WHERE "acquirer_token"."challenge" is not null;--> statement-breakpoint
CREATE INDEX "acquirer_token_valid_until" ON "acquirer_token" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "api_key_merchant" ON "api_key" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "operation_origin" ON "operation" USING btree ("merchant_id","origin") WHERE "operation"."origin" is not null;--> statement-breakpoint
CREATE INDEX "operation_order" ON "operation" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX "operation_pending" ON "operation" USING btree ("attempted") WHERE "operation"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "order_newest" ON "order" USING btree ("merchant_id","created","id");--> statement-breakpoint
CREATE INDEX "order_account" ON "order" USING btree ("merchant_id","account_id","created","id");--> statement-breakpoint
CREATE INDEX "order_number" ON "order" USING btree ("merchant_id","number","created","id");--> statement-breakpoint
CREATE INDEX "order_ordered" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."ordered" > 0;--> statement-breakpoint
CREATE INDEX "order_charged" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."charged" > 0;--> statement-breakpoint
CREATE INDEX "order_refunded" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."refunded" > 0;--> statement-breakpoint
CREATE INDEX "order_cancelled" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."cancelled" > 0;--> statement-breakpoint
CREATE INDEX "order_pending" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."pending" > 0;--> statement-breakpoint
CREATE INDEX "order_denied" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."denied" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "order_event_reference" ON "order_event" USING btree ("merchant_id","reference");--> statement-breakpoint
CREATE INDEX "order_event_newest" ON "order_event" USING btree ("merchant_id","date","order_id","sequence");--> statement-breakpoint
CREATE INDEX "idempotent_request_expires" ON "idempotent_request" USING btree ("expires");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_origin" ON "subscription" USING btree ("merchant_id","origin") WHERE "subscription"."origin" is not null;--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("merchant_id","due") WHERE "subscription"."due" is not null;