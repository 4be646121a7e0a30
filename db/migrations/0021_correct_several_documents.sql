ALTER TABLE document ALTER COLUMN corrects SET DATA TYPE text[]
  USING CASE WHEN corrects IS NOT NULL THEN ARRAY[corrects] END;--> statement-breakpoint
-- What issued documents say stays the same: the one that a credit note corrects becomes a list of one.
ALTER TABLE document DISABLE TRIGGER document_is_final;--> statement-breakpoint
UPDATE document SET content = jsonb_set(content, '{corrects}', jsonb_build_array(content -> 'corrects'))
  WHERE jsonb_typeof(content -> 'corrects') = 'object';--> statement-breakpoint
ALTER TABLE document ENABLE TRIGGER document_is_final;
