CREATE TABLE "ended_session" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"ended" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_session_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "ended_session" ADD CONSTRAINT "ended_session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_session_date" ON "ended_session" USING btree ("ended");