-- Nothing is booked before the end of the last closed month: the opening balance of a closed month never changes.
CREATE OR REPLACE FUNCTION book_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parts bigint;
BEGIN
  IF NEW.kind IN ('charge', 'refund', 'reversal') THEN
    SELECT coalesce(sum((part ->> 'net')::bigint + (part ->> 'vat')::bigint), 0) INTO parts
      FROM jsonb_array_elements(NEW.vat) part;
    IF parts <> NEW.amount THEN
      RAISE EXCEPTION 'The parts of a journal entry are % and its amount is %', parts, NEW.amount
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  -- Waits for a month that is being closed at the same time.
  PERFORM 1 FROM merchant WHERE id = NEW.merchant_id FOR KEY SHARE;
  NEW.booked_on := greatest(NEW.booked_on,
    (SELECT (max(month) + interval '1 month')::date FROM closed_month WHERE merchant_id = NEW.merchant_id));
  RETURN NEW;
END $$;
