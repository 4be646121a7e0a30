-- Earlier versions gave a subscription that ends with its paid period a due date when it was changed.
UPDATE "subscription" SET "due" = NULL WHERE "due" IS NOT NULL AND "ended" IS NULL AND "ending" ->> 'period' IS NOT NULL;
