CREATE TABLE "daily_total" (
	"merchant_id" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"orders" integer NOT NULL,
	"movements" integer NOT NULL,
	"charged" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "daily_total_merchant_id_day_currency_pk" PRIMARY KEY("merchant_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "daily_total_state" (
	"merchant_id" text NOT NULL,
	"time_zone" text NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "daily_total_state_merchant_id_pk" PRIMARY KEY("merchant_id")
);
--> statement-breakpoint
CREATE INDEX "order_unpaid_newest" ON "order" USING btree ("merchant_id","created","id") WHERE "order"."failed_on" is not null;--> statement-breakpoint
CREATE INDEX "request_log_failed" ON "request_log" USING btree ("merchant_id","date","id") WHERE "request_log"."status" >= 400;