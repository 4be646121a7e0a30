CREATE INDEX "journal_entry_time" ON "journal_entry" USING btree ("merchant_id","booked_on","moved","kind","source");--> statement-breakpoint
-- Last, because it locks out readers.
DROP INDEX "journal_entry_day";
