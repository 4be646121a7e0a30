CREATE TABLE "request_contents" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"contents" json NOT NULL,
	CONSTRAINT "request_contents_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "request_log" ADD COLUMN "contents_id" text;--> statement-breakpoint
ALTER TABLE "request_log" ADD COLUMN "place" integer;--> statement-breakpoint
CREATE INDEX "request_contents_date" ON "request_contents" USING btree ("date");--> statement-breakpoint
INSERT INTO request_contents (merchant_id, id, date, contents)
  SELECT merchant_id, id, date, json_build_array(json_build_array(body, answer)) FROM request_log
  WHERE body IS NOT NULL OR answer IS NOT NULL;
--> statement-breakpoint
UPDATE request_log SET contents_id = id, place = 0 WHERE body IS NOT NULL OR answer IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "request_log" DROP COLUMN "body";--> statement-breakpoint
ALTER TABLE "request_log" DROP COLUMN "answer";--> statement-breakpoint
ALTER TABLE request_contents ALTER COLUMN contents SET STATISTICS 0;
--> statement-breakpoint
-- A draft and an order's lines are only read as a whole, and their text takes half the space. Most operations have no draft,
-- so a new column is faster than rewriting the table.
ALTER TABLE operation RENAME COLUMN draft TO old_draft;--> statement-breakpoint
ALTER TABLE operation ADD COLUMN "draft" json;--> statement-breakpoint
ALTER TABLE operation ALTER COLUMN draft SET STATISTICS 0;--> statement-breakpoint
UPDATE operation SET draft = old_draft WHERE old_draft IS NOT NULL;--> statement-breakpoint
ALTER TABLE operation DROP COLUMN old_draft;--> statement-breakpoint
ALTER TABLE "order" ALTER COLUMN "lines" SET DATA TYPE json;
