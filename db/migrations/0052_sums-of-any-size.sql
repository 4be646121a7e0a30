ALTER TABLE "daily_recurring" ALTER COLUMN "monthly" SET DATA TYPE numeric(38);--> statement-breakpoint
ALTER TABLE "daily_total" ALTER COLUMN "ordered" SET DATA TYPE numeric(38), ALTER COLUMN "charged" SET DATA TYPE numeric(38), ALTER COLUMN "refunded" SET DATA TYPE numeric(38), ALTER COLUMN "fees" SET DATA TYPE numeric(38);
