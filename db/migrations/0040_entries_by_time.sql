DROP INDEX "journal_entry_day";--> statement-breakpoint
CREATE INDEX "journal_entry_time" ON "journal_entry" USING btree ("merchant_id","booked_on","moved","kind","source");