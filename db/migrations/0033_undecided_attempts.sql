ALTER TABLE "attempt_count" ADD COLUMN "undecided" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attempt_count" DROP COLUMN "open";