CREATE TABLE "request_log_usage" (
	"merchant_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"over_limit" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "request_log_usage_merchant_id_hour_pk" PRIMARY KEY("merchant_id","hour")
);
--> statement-breakpoint
CREATE INDEX "request_log_usage_hour" ON "request_log_usage" USING btree ("hour");