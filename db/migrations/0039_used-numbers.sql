-- The next number of these series was used before, so no movement of their merchants could be booked any more.
UPDATE "number_series" "series" SET "next" = (
	SELECT max(substr("numbered"."number", length("form") + 1)::bigint) + 1
	FROM (
		SELECT lower(regexp_replace("document"."number", '/+', '-', 'g')) AS "number",
			lower(regexp_replace("series"."prefix" || CASE WHEN "series"."is_yearly" THEN "series"."year" || '-' ELSE '' END, '/+', '-', 'g')) AS "form"
		FROM "document" WHERE "document"."merchant_id" = "series"."merchant_id"
	) "numbered"
	WHERE starts_with("numbered"."number", "form") AND substr("numbered"."number", length("form") + 1) ~ '^[0-9]+$'
)
WHERE EXISTS (
	SELECT FROM "document"
	WHERE "document"."merchant_id" = "series"."merchant_id" AND "document"."number" = "series"."prefix" || CASE
		WHEN "series"."is_yearly" THEN "series"."year" || '-' || lpad("series"."next"::text, greatest(6, length("series"."next"::text)), '0')
		ELSE "series"."next"::text
	END
);
