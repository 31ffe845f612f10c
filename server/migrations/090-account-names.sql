-- In whose name the account is that a price is paid to by PromptPay; '' where it is the organizer's own.
ALTER TABLE events ADD COLUMN promptpay_name text NOT NULL DEFAULT '';
