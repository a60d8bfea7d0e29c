//! Storage by name.

/// Storage by name; in a browser, its local storage.
pub trait Shelf {
    /// Returns a stored text.
    fn get(&self, name: &str) -> Option<String>;
    /// Stores a text. Returns `false` if the storage is full or disabled.
    fn put(&self, name: &str, text: &str) -> bool;
    /// Removes a text.
    fn remove(&self, name: &str);
    /// Returns all names.
    fn names(&self) -> Vec<String>;
}

/// An in-memory storage for tests.
#[cfg(test)]
#[derive(Default)]
pub struct Memory(std::cell::RefCell<std::collections::BTreeMap<String, String>>);

#[cfg(test)]
impl Shelf for Memory {
    fn get(&self, name: &str) -> Option<String> {
        self.0.borrow().get(name).cloned()
    }

    fn put(&self, name: &str, text: &str) -> bool {
        self.0.borrow_mut().insert(name.to_owned(), text.to_owned());
        true
    }

    fn remove(&self, name: &str) {
        self.0.borrow_mut().remove(name);
    }

    fn names(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }
}
