-- Only the holder of an account key can have added a card on the account page. Cards that were added while their account had
-- such a key count as the customer's own from now on; all others were added with a public or private key, the default.
UPDATE "method" SET "added_by" = 'account'
WHERE EXISTS (
  SELECT 1 FROM "api_key" k
  WHERE k."merchant_id" = "method"."merchant_id" AND k."account_id" = "method"."account_id" AND k."kind" = 'account'
    AND k."created" <= "method"."created" AND coalesce(least(k."expires", k."revoked"), 'infinity') >= "method"."created"
);
