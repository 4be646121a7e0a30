ALTER TABLE "number_series" ADD COLUMN "used" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "number_series" SET "used" = "found"."used" FROM (
	SELECT "merchant_id", "series", jsonb_object_agg("form", "highest") AS "used" FROM (
		SELECT "merchant_id",
			CASE WHEN "kind" = 'credit-note' THEN 'credit-note' ELSE 'invoice' END AS "series",
			lower(regexp_replace(regexp_replace("number", '[0-9]+$', ''), '/+', '-', 'g')) AS "form",
			max(substring("number" FROM '[0-9]+$')::bigint) AS "highest"
		FROM "document" WHERE "number" IS NOT NULL GROUP BY 1, 2, 3
	) "forms" GROUP BY 1, 2
) "found" WHERE "number_series"."merchant_id" = "found"."merchant_id" AND "number_series"."series" = "found"."series";--> statement-breakpoint
-- The worker sums all days again, with the number of fees.
DELETE FROM "daily_total";--> statement-breakpoint
DELETE FROM "daily_recurring";--> statement-breakpoint
DELETE FROM "daily_total_state";--> statement-breakpoint
ALTER TABLE "daily_total" ADD COLUMN "fee_count" integer NOT NULL;
