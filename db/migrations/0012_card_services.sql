CREATE TABLE "card_connection" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"secret" text NOT NULL,
	"publishable" text NOT NULL,
	"mode" text NOT NULL,
	"facts" jsonb NOT NULL,
	"checked" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_connection_merchant_id_service_pk" PRIMARY KEY("merchant_id","service"),
	CONSTRAINT "card_connection_mode" CHECK ("card_connection"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "notice_secret" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"id" text NOT NULL,
	"secret" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_secret_merchant_id_service_id_pk" PRIMARY KEY("merchant_id","service","id")
);
--> statement-breakpoint
CREATE TABLE "service_customer" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"account_id" text NOT NULL,
	"reference" text NOT NULL,
	CONSTRAINT "service_customer_merchant_id_service_account_id_pk" PRIMARY KEY("merchant_id","service","account_id")
);
--> statement-breakpoint
CREATE TABLE "service_notice" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"received" timestamp (3) with time zone NOT NULL,
	"processed" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "service_notice_merchant_id_service_event_id_pk" PRIMARY KEY("merchant_id","service","event_id")
);
--> statement-breakpoint
CREATE TABLE "service_token" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"id" text NOT NULL,
	"reference" text NOT NULL,
	"scheme" text NOT NULL,
	"last4" text NOT NULL,
	"expires" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"used_by" uuid,
	"customer" text,
	CONSTRAINT "service_token_merchant_id_service_id_pk" PRIMARY KEY("merchant_id","service","id")
);
--> statement-breakpoint
CREATE TABLE "service_verification" (
	"merchant_id" text NOT NULL,
	"pareq" text NOT NULL,
	"service" text NOT NULL,
	"token_id" text NOT NULL,
	"purpose" text NOT NULL,
	"amount" bigint,
	"currency" text,
	"reference" text NOT NULL,
	"bank_url" text NOT NULL,
	"used_by" uuid,
	"term_url" text,
	"merchant_data" text,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "service_verification_merchant_id_pareq_pk" PRIMARY KEY("merchant_id","pareq"),
	CONSTRAINT "service_verification_purpose" UNIQUE NULLS NOT DISTINCT("merchant_id","service","token_id","purpose","amount","currency"),
	CONSTRAINT "service_verification_purpose_known" CHECK ("service_verification"."purpose" in ('authorise', 'store')),
	CONSTRAINT "service_verification_of_amount" CHECK (("service_verification"."purpose" = 'authorise') = ("service_verification"."amount" is not null and "service_verification"."currency" is not null))
);
--> statement-breakpoint
ALTER TABLE "method" ALTER COLUMN "iin" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "card_connection" ADD CONSTRAINT "card_connection_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_secret" ADD CONSTRAINT "notice_secret_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_notice" ADD CONSTRAINT "service_notice_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_verification" ADD CONSTRAINT "service_verification_merchant_id_service_token_id_service_token_merchant_id_service_id_fk" FOREIGN KEY ("merchant_id","service","token_id") REFERENCES "public"."service_token"("merchant_id","service","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_notice_waiting" ON "service_notice" USING btree ("attempted") WHERE "service_notice"."processed" is null;--> statement-breakpoint
CREATE INDEX "service_notice_received" ON "service_notice" USING btree ("received");--> statement-breakpoint
CREATE INDEX "service_token_valid_until" ON "service_token" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "service_verification_pareq" ON "service_verification" USING btree ("pareq");