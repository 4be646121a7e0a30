CREATE TABLE "declined_card" (
	"merchant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"account_id" text,
	"order_id" text,
	"card" jsonb,
	"code" text NOT NULL,
	"actor" text,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "declined_card_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "declined_card" ADD CONSTRAINT "declined_card_merchant_id_account_id_account_merchant_id_id_fk" FOREIGN KEY ("merchant_id","account_id") REFERENCES "public"."account"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declined_card" ADD CONSTRAINT "declined_card_merchant_id_order_id_order_merchant_id_id_fk" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "declined_card_newest" ON "declined_card" USING btree ("merchant_id","created","id");--> statement-breakpoint
CREATE INDEX "declined_card_order" ON "declined_card" USING btree ("merchant_id","order_id") WHERE "declined_card"."order_id" is not null;