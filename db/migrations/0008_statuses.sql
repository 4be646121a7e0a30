ALTER TABLE "account" ADD CONSTRAINT "account_status_known" CHECK ("account"."status" in ('created', 'active', 'pending', 'suspended'));--> statement-breakpoint
ALTER TABLE "method" ADD CONSTRAINT "method_added_by" CHECK ("method"."added_by" in ('public', 'private', 'account', 'user', 'system'));--> statement-breakpoint
ALTER TABLE "acquirer_entry" ADD CONSTRAINT "acquirer_entry_kind" CHECK ("acquirer_entry"."kind" in ('store', 'authorise', 'capture', 'cancel', 'refund'));--> statement-breakpoint
ALTER TABLE "acquirer_entry" ADD CONSTRAINT "acquirer_entry_outcome" CHECK ("acquirer_entry"."outcome" in ('done', 'declined'));--> statement-breakpoint
ALTER TABLE "acquirer_fault" ADD CONSTRAINT "acquirer_fault_kind" CHECK ("acquirer_fault"."kind" in ('store', 'authorise', 'capture', 'cancel', 'refund', 'retrieve'));--> statement-breakpoint
ALTER TABLE "acquirer_fault" ADD CONSTRAINT "acquirer_fault_fault" CHECK ("acquirer_fault"."fault" in ('delay', 'timeout', 'fail'));--> statement-breakpoint
ALTER TABLE "acquirer_verification" ADD CONSTRAINT "acquirer_verification_purpose_known" CHECK ("acquirer_verification"."purpose" in ('authorise', 'store'));--> statement-breakpoint
ALTER TABLE "acquirer_verification" ADD CONSTRAINT "acquirer_verification_outcome" CHECK ("acquirer_verification"."outcome" in ('approved', 'rejected'));--> statement-breakpoint
ALTER TABLE "callback_delivery" ADD CONSTRAINT "callback_delivery_status" CHECK ("callback_delivery"."status" in ('waiting', 'delivered', 'failed'));--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_kind" CHECK ("api_key"."kind" in ('public', 'private', 'account'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_status" CHECK ("mail"."status" in ('waiting', 'sent', 'captured', 'failed'));--> statement-breakpoint
ALTER TABLE "merchant" ADD CONSTRAINT "merchant_type" CHECK ("merchant"."type" in ('test', 'live'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_kind" CHECK ("operation"."kind" in ('authorise', 'charge', 'cancel', 'refund', 'pay'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_status" CHECK ("operation"."status" in ('pending', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_type" CHECK ("order_event"."type" in ('order', 'charge', 'cancel', 'refund', 'fail'));--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_original" CHECK ("order_event"."original" in ('charge', 'cancel', 'refund'));--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role" CHECK ("invitation"."role" in ('owner', 'admin', 'support', 'viewer'));--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_role" CHECK ("membership"."role" in ('owner', 'admin', 'support', 'viewer'));